import { RejectedNotice } from '../sign-in/RefusedNotice.tsx';
import { AskButton } from './AskButton.tsx';
import { useHasPasskeys } from './use-has-passkeys.ts';

type PasskeyWayProps<Reply> = {
  label: string;
  /** The action that asks for the passkey. */
  way: {
    isPending: boolean;
    isSuccess: boolean;
    error: unknown;
    mutate: (input: undefined, options: { onSuccess: (reply: Reply) => void }) => void;
  };
  onDone: (reply: Reply) => void;
};

/** A passkey as another way beside a form. It stays busy after success, because a page is opened then. */
export function PasskeyWay<Reply>({ label, way, onDone }: PasskeyWayProps<Reply>) {
  const isBusy = way.isPending || way.isSuccess;
  return useHasPasskeys() ? (
    <>
      <RejectedNotice error={way.error} />
      <AskButton label={label} isBusy={isBusy} onClick={() => way.mutate(undefined, { onSuccess: onDone })} />
    </>
  ) : null;
}
