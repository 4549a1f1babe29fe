import { ClipboardCopy } from 'lucide-react';
import type { NewApiKey } from '#contract/identity/api-keys.ts';
import { longDate } from '#web/dates.ts';
import { toast } from '#web/platform/toast.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { KeyPlace } from './api.ts';
import { firstCall, mailedSentences } from './display.ts';
import { ScopeList } from './KeysTable.tsx';

type NewKeyDialogProps = { place: KeyPlace; made: NewApiKey; onClose: () => void };

/** Shows a new key, which cannot be shown again (APIKEY-01). */
export function NewKeyDialog({ place, made: { key, token }, onClose }: NewKeyDialogProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(token);
      toast({ title: 'Key copied', tone: 'success' });
    } catch {
      toast({ title: 'The key could not be copied', description: 'Select it and copy it.', tone: 'destructive' });
    }
  }
  const path = firstCall(place.kind, key.scopes, place.organisationPath);
  return (
    <Dialog
      isOpen
      isShownOnce
      size="medium"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Copy your key now"
      description={key.name}
      footer={<Button onClick={onClose}>I have copied it</Button>}
    >
      <Banner tone="warning">
        <p className="font-semibold">The portal shows this key once and stores only a hash.</p>
        <div className="mt-2 flex flex-wrap items-center gap-3 rounded-md bg-card p-3 text-foreground">
          <code translate="no" className="min-w-0 flex-1 basis-64 font-mono text-sm wrap-anywhere">
            {token}
          </code>
          <Button size="small" onClick={() => void copy()}>
            <ClipboardCopy size={16} />
            Copy
          </Button>
        </div>
      </Banner>
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm">
        <dt className="text-muted-foreground">Scopes</dt>
        <dd>
          <ScopeList scopes={key.scopes} />
        </dd>
        <dt className="text-muted-foreground">Expires</dt>
        <dd className="font-semibold">{key.expiresAt === null ? 'Never' : longDate(key.expiresAt)}</dd>
      </dl>
      {path === null ? null : (
        <div>
          <h3 className="text-sm font-semibold">Try it</h3>
          <pre
            translate="no"
            className="mt-2 rounded-md border border-border bg-muted p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
          >
            {`curl -H "Authorization: Bearer $RAPP_KEY" ${window.location.origin}${path}`}
          </pre>
        </div>
      )}
      <p className="text-sm text-muted-foreground">
        {mailedSentences[place.kind]} Do not put it into a web page or a URL.
      </p>
    </Dialog>
  );
}
