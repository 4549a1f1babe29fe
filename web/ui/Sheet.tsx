import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Overlay, useReturnFocus } from './Overlay.tsx';

export type SheetProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  side?: 'left' | 'right';
  children: ReactNode;
  /** Content that stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
};

/**
 * Panel from the side, for navigation and filters on narrow screens. Traps the focus, closes on Escape and returns the
 * focus. Heavy: import it only from files that are loaded lazily.
 */
export function Sheet({ isOpen, onOpenChange, title, side = 'left', children, footer }: SheetProps) {
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <Overlay>
          <RadixDialog.Content
            {...returnFocus}
            aria-describedby={undefined}
            className={classes(
              'flex outline-none h-dvh w-[min(20rem,88vw)] flex-col bg-sidebar text-foreground shadow-lg',
              side === 'right' ? 'ml-auto animate-from-right' : 'animate-from-left',
            )}
          >
            <div className="flex min-h-14 flex-none items-center justify-between gap-3 border-b border-sidebar-border pr-1.5 pl-4">
              <RadixDialog.Title className="text-lg leading-6">{title}</RadixDialog.Title>
              <RadixDialog.Close asChild>
                <IconButton label="Close" icon={<X size={18} />} />
              </RadixDialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
            {footer ? <div className="flex-none border-t border-sidebar-border p-4">{footer}</div> : null}
          </RadixDialog.Content>
        </Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
