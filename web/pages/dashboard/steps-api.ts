import { useQueryClient } from '@tanstack/react-query';
import { updateFirstSteps, updateProfile } from '#contract/identity/accounts.endpoints.ts';
import type { FirstStepsForm } from '#contract/identity/accounts.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { currentUserQuery } from '#web/identity/accounts/api.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';

/** Saves role and goal in the profile, and refreshes the rows. */
export function useSaveInterest() {
  const client = useQueryClient();
  return useAction({
    send: (body: Pick<ProfileForm, 'roleAffiliation' | 'goal'>) => call(updateProfile, { body }),
    failed: 'Your answers were not saved',
    changed: [getDashboard],
    // Not before the rows are there, because the question leaves the page with it.
    onDone: (user) => client.setQueryData(currentUserQuery.queryKey, user),
  });
}

/** Skips the question, or hides the first steps and offers to undo that. */
export function useChangeFirstSteps() {
  const change = useAction({
    send: (body: FirstStepsForm) => call(updateFirstSteps, { body }),
    failed: 'The dashboard was not changed',
    keep: (client, user) => client.setQueryData(currentUserQuery.queryKey, user),
    done: (_, { hidesFirstSteps }) => {
      const undo = () => change.mutate({ hidesFirstSteps: false });
      return hidesFirstSteps
        ? { title: 'First steps are hidden', tone: 'neutral', action: { label: 'Undo', onPress: undo } }
        : null;
    },
  });
  return change;
}
