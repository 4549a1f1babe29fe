import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';
import { Button } from '../ui/Button.tsx';

/**
 * A dialog whose code loads when it is opened, or earlier: `near` loads it when the pointer or the keyboard reaches the
 * button that opens it.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const start = () => void load();
  return {
    Dialog: lazy(async () => ({ default: await load() })),
    near: { onFocus: start, onPointerEnter: start },
  };
}

type OpenButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  dialog: ReturnType<typeof lazyDialog<{ onClose: (isSaved?: boolean) => void }>>;
  onClosed?: (isSaved: boolean) => void;
};

/** A button that opens a lazy dialog, such as the form of a new row. */
export function OpenButton({ dialog: { Dialog, near }, onClosed, ...button }: OpenButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  function close(isSaved = false) {
    setIsOpen(false);
    onClosed?.(isSaved);
  }
  return (
    <>
      <Button {...near} {...button} onClick={() => setIsOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <Dialog onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
