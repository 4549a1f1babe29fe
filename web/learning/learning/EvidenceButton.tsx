import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';

const evidenceDialog = lazyDialog(async () => (await import('./EvidenceDialog.tsx')).EvidenceDialog);

/** Button that opens the dialog of the evidence pack (LEARN-05). */
export function EvidenceButton({ organisation }: { organisation: Pick<Organisation, 'id' | 'name'> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" {...evidenceDialog.near} onClick={() => setOpen(true)}>
        <Archive size={18} />
        Evidence pack
      </Button>
      {isOpen ? <evidenceDialog.Dialog organisation={organisation} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
