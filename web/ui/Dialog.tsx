import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Overlay, useReturnFocus } from './Overlay.tsx';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Widths 480, 640 and 736 px. */
  size?: 'small' | 'medium' | 'large';
  /** Whether work is under way; the dialog then cannot be dismissed. */
  isBusy?: boolean;
  /** Whether a click beside the dialog leaves it open, because it shows what cannot be shown again. */
  isShownOnce?: boolean;
  children?: ReactNode;
  /** Buttons, the main one last. Below 640 px they are stacked with the main one on top. */
  footer?: ReactNode;
};

const widths = { small: 'sm:max-w-120', medium: 'sm:max-w-160', large: 'sm:max-w-184' };

/**
 * Dialog in the middle of the window, or a sheet at the bottom below 640 px. Traps the focus, closes on Escape and
 * returns the focus. Heavy: import it only from files that are loaded lazily.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, title, description, size = 'small', children, footer } = props;
  const { isBusy = false, isShownOnce = false } = props;
  const returnFocus = useReturnFocus();
  const withoutDescription = description ? {} : { 'aria-describedby': undefined };
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => (open || !isBusy) && onOpenChange(open)}>
      <RadixDialog.Portal>
        <Overlay className="items-end overflow-y-auto sm:p-4">
          <RadixDialog.Content
            {...returnFocus}
            {...withoutDescription}
            onInteractOutside={(event) => isShownOnce && event.preventDefault()}
            className={classes(
              'relative flex w-full animate-rise outline-none flex-col gap-5 rounded-t-xl bg-popover p-5 text-popover-foreground shadow-lg',
              'max-sm:max-h-[92dvh] max-sm:overflow-y-auto sm:m-auto sm:rounded-xl sm:p-6',
              widths[size],
            )}
          >
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <RadixDialog.Title>{title}</RadixDialog.Title>
                {description ? (
                  <RadixDialog.Description className="mt-1 text-sm text-muted-foreground">
                    {description}
                  </RadixDialog.Description>
                ) : null}
              </div>
              <RadixDialog.Close asChild>
                <IconButton
                  size="small"
                  label="Close dialog"
                  icon={<X size={18} />}
                  disabled={isBusy}
                  className="-mt-1 -mr-2"
                />
              </RadixDialog.Close>
            </div>
            {children}
            {footer ? (
              <div className="flex gap-3 max-sm:flex-col-reverse sm:flex-wrap sm:justify-end">{footer}</div>
            ) : null}
          </RadixDialog.Content>
        </Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
