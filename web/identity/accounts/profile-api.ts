// Separate from api.ts, because every page loads that file and only some need these mutations.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/identity/accounts.endpoints.ts';
import type { SettingsForm } from '#contract/identity/accounts.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import { resendVerification } from '#contract/identity/sign-in.endpoints.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { refresh } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';
import { currentUserQuery, useChangeUser } from './api.ts';

/** Saves the profile; the dashboard follows role and goal. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileForm) => call(endpoints.updateProfile, { body }),
    onSuccess: async (user) => {
      client.setQueryData(currentUserQuery.queryKey, user);
      toast({ title: 'Profile updated', tone: 'success' });
      await refresh(client, getDashboard);
    },
    onError: (error) => toastFailure('Update failed', error),
  });
}

/** Saves one setting at once. Responses can arrive out of order, so each one updates only its own setting. */
export function useUpdateSetting(name: keyof SettingsForm) {
  const changeUser = useChangeUser();
  return useMutation({
    mutationFn: (value: boolean) => call(endpoints.updateSettings, { body: { [name]: value } }),
    onSuccess: (settings) => {
      changeUser({ [name]: settings[name] });
      toast({ title: 'Settings updated', tone: 'success' });
    },
    onError: (error) => toastFailure('Settings update failed', error),
  });
}

/** Saves the time zone in which the member reads days and times (SET-21). */
export function useUpdateTimeZone() {
  const changeUser = useChangeUser();
  return useMutation({
    mutationFn: (timeZone: string) => call(endpoints.updateProfile, { body: { timeZone } }),
    onSuccess: ({ timeZone }) => {
      changeUser({ timeZone });
      toast({ title: 'Settings updated', tone: 'success' });
    },
    onError: (error) => toastFailure('Settings update failed', error),
  });
}

/** Sends another mail with the link to verify the address. */
export const useResendVerification = () =>
  useAction({
    send: () => call(resendVerification),
    failed: 'The email was not sent',
    done: ({ message }) => ({ title: 'Email sent', description: message }),
  });
