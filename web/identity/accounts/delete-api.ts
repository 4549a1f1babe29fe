import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Proof } from '#contract/identity/sign-in-forms.ts';
import { deleteAccount } from '#contract/operations/privacy.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { endingSession } from '../sign-in/replace-session-api.ts';
import { followSecondFactor } from '../sign-in/security-api.ts';
import { leaveAccount } from '../sign-in/session-api.ts';

/** Deletes the account and signs out (SET-15). */
export function useDeleteAccount() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    send: async (body: Proof) => {
      const reply = await endingSession(client, () => call(deleteAccount, { body }));
      await leaveAccount(client);
      await navigate({ to: '/' });
      return reply;
    },
    failed: 'The account was not deleted',
    done: ({ message }) => ({ title: 'Account deleted', description: message }),
    onFailed: (error) => followSecondFactor(client, error),
  });
}
