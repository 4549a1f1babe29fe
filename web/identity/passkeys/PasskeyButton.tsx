import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { becomeUser } from '../accounts/api.ts';
import { RejectedNotice } from '../sign-in/RefusedNotice.tsx';
import { forgetTyped } from '../sign-in/typed-entry.ts';
import { AskButton } from './AskButton.tsx';
import { usePasskeyAutofill, usePasskeySignIn } from './api.ts';
import { useHasPasskeys } from './use-has-passkeys.ts';

/** Signs in by a passkey, which the browser also offers in the field for the address (PASS-02). */
export function PasskeyButton() {
  return useHasPasskeys() ? <OfferedButton /> : null;
}

function OfferedButton() {
  const client = useQueryClient();
  const signIn = usePasskeySignIn();
  function enter(user: CurrentUser) {
    forgetTyped();
    becomeUser(client, user);
  }
  const [refusal, setRefusal] = useState<unknown>(null);
  usePasskeyAutofill(!signIn.isPending, { onSignedIn: enter, onRefused: setRefusal });
  function ask() {
    setRefusal(null);
    signIn.mutate(undefined, { onSuccess: enter, onError: setRefusal });
  }
  return (
    <>
      <RejectedNotice error={refusal} />
      <AskButton label="Sign in with a passkey" isBusy={signIn.isPending} onClick={ask} />
    </>
  );
}
