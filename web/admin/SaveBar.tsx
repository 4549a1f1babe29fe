import { Button } from '../ui/Button.tsx';

type SaveBarProps = {
  label: string;
  isBusy: boolean;
  /** A file is on its way: what would be saved is not complete yet. */
  isUploading: boolean;
  onCancel: () => void;
};

/** The buttons of a long form, at the lower edge of the dialog wherever one is in it. */
export function SaveBar({ label, isBusy, isUploading, onCancel }: SaveBarProps) {
  return (
    // Below the edge by the padding of what scrolls, so that nothing shows under the bar.
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex gap-3 border-t border-border bg-popover px-5 py-4 sm:-bottom-4 sm:-mx-6 sm:-mb-6 sm:justify-end sm:rounded-b-xl sm:px-6">
      <Button variant="outline" disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        className="max-sm:flex-1"
        isBusy={isBusy}
        unavailableReason={isUploading ? 'Wait until the upload has finished.' : undefined}
      >
        {label}
      </Button>
    </div>
  );
}
