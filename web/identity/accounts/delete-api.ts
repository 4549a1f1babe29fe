import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Proof } from '#contract/identity/sign-in-forms.ts';
import { deleteAccount } from '#contract/operations/privacy.endpoints.ts';
import { call } from '#web/platform/api.ts';
import { toast } from '#web/platform/toast.ts';
import { endingSession } from '../sign-in/replace-session-api.ts';
import { failProof } from '../sign-in/security-api.ts';
import { leaveAccount } from '../sign-in/session-api.ts';

/** Deletes the account and signs out (SET-15). */
export function useDeleteAccount() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Proof) => endingSession(client, () => call(deleteAccount, { body })),
    onSuccess: async ({ message }) => {
      await leaveAccount(client);
      await navigate({ to: '/' });
      toast({ title: 'Account deleted', description: message, tone: 'success' });
    },
    onError: (error) => failProof(client, 'The account was not deleted', error),
  });
}
