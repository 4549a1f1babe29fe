import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { CurrentUser } from '#contract/identity/accounts.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { useIsInBrowser } from '../../platform/in-browser.ts';
import { Button } from '../../ui/Button.tsx';
import { becomeUser } from '../accounts/api.ts';
import { forgetTyped } from '../sign-in/typed-entry.ts';
import { usePasskeyAutofill, usePasskeySignIn } from './api.ts';
import { supportsPasskeys } from './webauthn-api.ts';

/** Signs in by a passkey, which the browser also offers in the field for the address (PASS-02). */
export function PasskeyButton() {
  const { passkeys } = usePortalConfig();
  const isInBrowser = useIsInBrowser();
  return passkeys && !(isInBrowser && !supportsPasskeys()) ? <OfferedButton /> : null;
}

function OfferedButton() {
  const client = useQueryClient();
  const signIn = usePasskeySignIn();
  function enter(user: CurrentUser) {
    forgetTyped();
    becomeUser(client, user);
  }
  usePasskeyAutofill(!signIn.isPending, enter);
  return (
    <Button
      variant="outline"
      isBlock
      isBusy={signIn.isPending}
      onClick={() => signIn.mutate(undefined, { onSuccess: enter })}
    >
      <KeyRound size={18} />
      Sign in with a passkey
    </Button>
  );
}
