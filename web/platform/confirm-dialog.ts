import { useLayoutEffect, useRef, useState } from 'react';
import { sentenceOf } from './errors.ts';
import { markShown } from './toast.ts';

/**
 * Returns the props with which a `ConfirmDialog` runs an action, and closes when the action is done. After a failure the
 * dialog stays open and shows it (GEN-24).
 * @param run an action's `mutateAsync`; its `failed` shows the failure when a row leaves the page together with its
 * dialog
 */
export function useConfirmDialog(run: () => Promise<unknown>, onClose: () => void) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isOnPage = useRef(false);
  useLayoutEffect(() => {
    isOnPage.current = true;
    return () => {
      isOnPage.current = false;
    };
  }, []);

  function close() {
    setFailure(null);
    onClose();
  }

  async function confirm() {
    setIsBusy(true);
    setFailure(null);
    await run().then(close, (error: unknown) => {
      setFailure(sentenceOf(error));
      markShown(error, () => isOnPage.current);
    });
    setIsBusy(false);
  }

  return {
    isBusy,
    failure,
    onConfirm: () => void confirm(),
    onOpenChange: (isOpen: boolean) => isOpen || close(),
  };
}
