// Separate from api.ts, because every page loads that file and only some need these actions.
import * as endpoints from '#contract/identity/accounts.endpoints.ts';
import type { SettingsForm } from '#contract/identity/accounts.ts';
import type { ProfileForm } from '#contract/identity/accounts-profile.ts';
import { resendVerification } from '#contract/identity/sign-in.endpoints.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { currentUserQuery, useChangeUser } from './api.ts';

/** Saves the profile; the dashboard follows role and goal. */
export const useUpdateProfile = () =>
  useAction({
    send: (body: ProfileForm) => call(endpoints.updateProfile, { body }),
    failed: 'Update failed',
    isQuoted: true,
    keep: (client, user) => client.setQueryData(currentUserQuery.queryKey, user),
    done: () => ({ title: 'Profile updated' }),
    changed: [getDashboard],
  });

/** Saves one setting at once. Responses can arrive out of order, so each one updates only its own setting. */
export function useUpdateSetting(name: keyof SettingsForm) {
  const changeUser = useChangeUser();
  return useAction({
    send: (value: boolean) => call(endpoints.updateSettings, { body: { [name]: value } }),
    failed: 'Settings update failed',
    keep: (_, settings) => changeUser({ [name]: settings[name] }),
    done: () => ({ title: 'Settings updated' }),
  });
}

/** Saves the time zone in which the member reads days and times (SET-21). */
export function useUpdateTimeZone() {
  const changeUser = useChangeUser();
  return useAction({
    send: (timeZone: string) => call(endpoints.updateProfile, { body: { timeZone } }),
    failed: 'Settings update failed',
    keep: (_, { timeZone }) => changeUser({ timeZone }),
    done: () => ({ title: 'Settings updated' }),
  });
}

/** Sends another mail with the link to verify the address. */
export const useResendVerification = () =>
  useAction({
    send: () => call(resendVerification),
    failed: 'The email was not sent',
    done: ({ message }) => ({ title: 'Email sent', description: message }),
  });
