import { useQueryClient } from '@tanstack/react-query';
import { updateFirstSteps, updateProfile } from '#contract/identity/accounts.endpoints.ts';
import type { FirstStepsForm } from '#contract/identity/accounts.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { currentUserQuery } from '#web/identity/accounts/api.ts';
import { call } from '#web/platform/api.ts';
import { refresh } from '#web/platform/queries.ts';
import { useSingleMutation } from '#web/platform/single-mutation.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

/** Saves role and goal in the profile, and refreshes the rows. */
export function useSaveInterest() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: Pick<ProfileForm, 'roleAffiliation' | 'goal'>) => call(updateProfile, { body }),
    onSuccess: async (user) => {
      await refresh(client, getDashboard);
      client.setQueryData(currentUserQuery.queryKey, user);
    },
    onError: (error) => toastFailure('Your answers were not saved', error),
  });
}

/** Skips the question, or hides the first steps and offers to undo that. */
export function useChangeFirstSteps() {
  const client = useQueryClient();
  const change = useSingleMutation({
    mutationFn: (body: FirstStepsForm) => call(updateFirstSteps, { body }),
    onSuccess: (user, { hidesFirstSteps }) => {
      client.setQueryData(currentUserQuery.queryKey, user);
      if (!hidesFirstSteps) return;
      const undo = () => change.mutate({ hidesFirstSteps: false });
      toast({ title: 'First steps are hidden', action: { label: 'Undo', onPress: undo } });
    },
    onError: (error) => toastFailure('The dashboard was not changed', error),
  });
  return change;
}
