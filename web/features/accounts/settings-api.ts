import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/accounts.endpoints.ts';
import type { ChangePassword, CurrentUser, ProfileForm, SettingsForm } from '#contract/accounts.ts';
import { deleteAccount } from '#contract/privacy.endpoints.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { useGo } from '../../platform/link.tsx';
import { refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { currentUserQuery, useChangeUser } from './api.ts';

/** Saves name and organization. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileForm) => call(endpoints.updateProfile, { body }),
    onSuccess: (user) => {
      client.setQueryData(currentUserQuery.queryKey, user);
      toast({ title: 'Profile updated', tone: 'success' });
    },
    onError: (error) => toastFailure('Update failed', error),
  });
}

/** Saves one choice at once. Answers may overtake each other, so only the choice itself is taken from its answer. */
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

/** Asks for another mail with a link to verify the address. */
export function useResendVerification() {
  return useMutation({
    mutationFn: () => call(endpoints.resendVerification),
    onSuccess: ({ message }) => toast({ title: 'Mail sent', description: message, tone: 'success' }),
    onError: (error) => toastFailure('The mail was not sent', error),
  });
}

/** Sets a new password; other devices are signed out by it. */
export function useChangePassword() {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePassword) => call(endpoints.changePassword, { body }),
    onSuccess: async ({ message }) => {
      changeUser({ hasPassword: true, isInvited: false });
      toast({ title: 'Password updated', description: message, tone: 'success' });
      await refresh(client, endpoints.listSignIns);
    },
    onError: (error) => toastFailure('Password change failed', error),
  });
}

/** A new secret for an authenticator. */
export function useSetUpSecondFactor() {
  return useMutation({
    mutationFn: () => call(endpoints.setUpSecondFactor),
    onError: (error) => toastFailure('Two-factor authentication was not set up', error),
  });
}

/** Switches the second factor on; answers the recovery codes, shown this once. */
export function useEnableSecondFactor() {
  return useSecondFactorChange({
    change: (code: string) => call(endpoints.enableSecondFactor, { body: { code } }),
    isOn: true,
    failureTitle: 'Two-factor authentication was not switched on',
  });
}

/** Switches the second factor off. */
export function useDisableSecondFactor() {
  return useSecondFactorChange({
    change: (password: string | undefined) => call(endpoints.disableSecondFactor, { body: { password } }),
    isOn: false,
    failureTitle: 'Two-factor authentication is still on',
  });
}

type Change<Given, Answer> = { change: (given: Given) => Promise<Answer>; isOn: boolean; failureTitle: string };

function useSecondFactorChange<Given, Answer>({ change, isOn, failureTitle }: Change<Given, Answer>) {
  const changeUser = useChangeUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      changeUser({ twoFactorEnabled: isOn });
      toast({ title: `Two-factor authentication is ${isOn ? 'on' : 'off'}`, tone: 'success' });
      await refresh(client, endpoints.listSignIns);
    },
    onError: (error) => toastFailure(failureTitle, error),
  });
}

/** Signs one other device out. */
export function useEndSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(endpoints.endSignIn, { params: { id } }),
    onSuccess: () => toast({ title: 'Device signed out', tone: 'success' }),
    onError: (error) => toastFailure('The device was not signed out', error),
    onSettled: () => refresh(client, endpoints.listSignIns),
  });
}

/** Signs every device out, this one too. */
export function useEndSignIns() {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: () => call(endpoints.endSignIns),
    onSuccess: async ({ message }) => {
      const nobody: CurrentUser | null = null;
      client.setQueryData(currentUserQuery.queryKey, nobody);
      await go(paths.dashboard());
      toast({ title: message, tone: 'success' });
    },
    onError: (error) => toastFailure('The devices were not signed out', error),
  });
}

/** Deletes the account (SET-15): nobody is signed in here any more. */
export function useDeleteAccount() {
  const client = useQueryClient();
  const go = useGo();
  return useMutation({
    mutationFn: (password: string | undefined) => call(deleteAccount, { body: { password } }),
    onSuccess: async ({ message }) => {
      const nobody: CurrentUser | null = null;
      client.setQueryData(currentUserQuery.queryKey, nobody);
      await go(paths.dashboard());
      toast({ title: 'Account deleted', description: message, tone: 'success' });
    },
    onError: (error) => toastFailure('The account was not deleted', error),
  });
}
