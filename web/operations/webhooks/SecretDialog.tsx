import { Copy } from 'lucide-react';
import type { WebhookWithSecret } from '#contract/operations/webhooks.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type SecretDialogProps = WebhookWithSecret & { onClose: () => void };

/** Dialog with a new signing secret, which is shown only once (HOOK-01). */
export function SecretDialog({ webhook: { url }, secret, onClose }: SecretDialogProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast({ title: 'The secret was copied', tone: 'success' });
    } catch {
      toast({
        title: 'The browser did not copy it',
        description: 'Select the text, and copy it.',
        tone: 'destructive',
      });
    }
  }
  return (
    <Dialog
      isOpen
      isShownOnce
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="The signing secret"
      description={`Keep it where ${new URL(url).host} checks signatures. It is shown this once.`}
      footer={
        <>
          <Button variant="outline" onClick={() => void copy()}>
            <Copy size={16} />
            Copy
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <p translate="no" className="rounded-md border border-border bg-muted p-3 font-mono text-sm break-all select-all">
        {secret}
      </p>
    </Dialog>
  );
}
