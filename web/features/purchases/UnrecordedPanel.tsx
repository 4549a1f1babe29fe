import { CircleAlert } from 'lucide-react';
import { usePortalConfig } from '../../platform/config.ts';
import { Button } from '../../ui/Button.tsx';
import { StatePanel } from './StatePanel.tsx';

type UnrecordedPanelProps = {
  /** The server's sentence. */
  reason: string;
  intentId: string;
  isBusy: boolean;
  onRetry: () => void;
};

/** Paid, but the portal could not record it (CHECKOUT-14): what is safe and what to do. */
export function UnrecordedPanel({ reason, intentId, isBusy, onRetry }: UnrecordedPanelProps) {
  const { supportEmail } = usePortalConfig();
  return (
    <StatePanel
      title="Your purchase is not recorded yet"
      icon={<CircleAlert size={32} className="text-warning-text" />}
      actions={
        <Button isBusy={isBusy} onClick={onRetry}>
          Check again
        </Button>
      }
    >
      <p>{reason}</p>
      <p>
        Please do not pay again. If the resource does not open within a few minutes, the payment’s number helps us find
        it: <span className="break-all">{intentId}</span>
      </p>
      {supportEmail ? (
        <p>
          <a href={`mailto:${supportEmail}`} className="font-semibold text-primary underline underline-offset-3">
            Write to support
          </a>
        </p>
      ) : null}
    </StatePanel>
  );
}
