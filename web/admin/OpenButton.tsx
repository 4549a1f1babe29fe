import { type ComponentProps, useState } from 'react';
import type { lazyDialog } from '../platform/lazy-dialog.ts';
import { Button } from '../ui/Button.tsx';

type OpenButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  dialog: ReturnType<typeof lazyDialog<{ onClose: (isSaved?: boolean) => void }>>;
  onClosed?: (isSaved: boolean) => void;
};

/** Button that opens a lazy dialog, such as the form of a new row. */
export function OpenButton({ dialog: { Dialog, near }, onClosed, ...button }: OpenButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  function close(isSaved = false) {
    setIsOpen(false);
    onClosed?.(isSaved);
  }
  return (
    <>
      <Button {...near} {...button} onClick={() => setIsOpen(true)} />
      {isOpen ? <Dialog onClose={close} /> : null}
    </>
  );
}
