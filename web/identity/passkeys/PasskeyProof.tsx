import { useQuery } from '@tanstack/react-query';
import { getCurrentUser } from '#contract/identity/accounts.endpoints.ts';
import { call } from '#web/platform/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { RejectedNotice } from '../sign-in/RefusedNotice.tsx';
import { AskButton } from './AskButton.tsx';
import { passkeysQuery, useConfirmByPasskey, usePasskeySignIn } from './api.ts';
import { supportsPasskeys } from './webauthn-api.ts';

type PasskeyProofProps = { onBusy: (isBusy: boolean) => void; onConfirmed: () => void };

/** Confirms by a passkey, in place of password and code, where the member has one that works here (PASS-03). */
export function PasskeyProof(props: PasskeyProofProps) {
  const { passkeys } = usePortalConfig();
  return passkeys && supportsPasskeys() ? <OwnProof {...props} /> : null;
}

function OwnProof({ onBusy, onConfirmed }: PasskeyProofProps) {
  const { data } = useQuery(passkeysQuery);
  const confirm = useConfirmByPasskey();
  if (!data?.passkeys.some(({ otherHost }) => otherHost === null)) return null;
  function ask() {
    onBusy(true);
    confirm.mutate(undefined, { onSuccess: onConfirmed, onSettled: () => onBusy(false) });
  }
  return <AskButton label="Confirm with a passkey" isBusy={confirm.isPending} onClick={ask} />;
}

/** Signs in again by a passkey, over a page whose session has ended (AUTH-26). */
export function PasskeyAgain({ onBusy, onConfirmed }: PasskeyProofProps) {
  const { passkeys } = usePortalConfig();
  const signIn = usePasskeySignIn();
  if (!passkeys || !supportsPasskeys()) return null;
  function ask() {
    onBusy(true);
    signIn.mutate(undefined, {
      // The passkey may be another account's: this call then loads the page again for it.
      onSuccess: () => void call(getCurrentUser).then(onConfirmed, () => {}),
      onSettled: () => onBusy(false),
    });
  }
  return (
    <>
      <RejectedNotice error={signIn.error} />
      <AskButton label="Sign in with a passkey" isBusy={signIn.isPending} onClick={ask} />
    </>
  );
}
