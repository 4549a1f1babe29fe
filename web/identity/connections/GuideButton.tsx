import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Button } from '#web/ui/Button.tsx';

const guideDialog = lazyDialog(async () => (await import('./GuideDialog.tsx')).GuideDialog);

/** Opens the steps at the identity provider for the person who sets it up there. */
export function GuideButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" {...guideDialog.near} onClick={() => setOpen(true)}>
        <BookOpen size={16} />
        Guide for your IT department
      </Button>
      {isOpen ? <guideDialog.Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
