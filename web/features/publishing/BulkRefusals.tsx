import type { BulkOutcome } from '#contract/publishing.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { countText } from './bulk-display.ts';

type BulkRefusalsProps = { refusals: readonly BulkOutcome[]; onClose: () => void };

/** What could not be done, and why. */
export function BulkRefusals({ refusals, onClose }: BulkRefusalsProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`${countText(refusals.length)} left as ${refusals.length === 1 ? 'it was' : 'they were'}`}
      description="Everything else was done."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto text-sm">
        {refusals.map(({ id, title, message }) => (
          <li key={id}>
            <span className="block font-semibold wrap-anywhere">{title || `Resource ${id}`}</span>
            <span className="block text-muted-foreground">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
