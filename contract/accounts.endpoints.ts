import type { CurrentUser, ProfileForm, Settings, SettingsForm } from './accounts.ts';
import { endpoint } from './endpoint.ts';

/** @public The group of these calls in the API's description. */
export const about = "The caller's own account, profile and settings";

export const getCurrentUser = endpoint<{ reply: CurrentUser }>({
  method: 'GET',
  path: '/api/user',
  caller: 'member',
  summary: 'The signed-in user',
  errors: [],
});

export const updateProfile = endpoint<{ body: ProfileForm; reply: CurrentUser }>({
  method: 'PATCH',
  path: '/api/user/profile',
  caller: 'member',
  summary: 'Changes name and organization',
  errors: [],
});

export const updateSettings = endpoint<{ body: SettingsForm; reply: Settings }>({
  method: 'PATCH',
  path: '/api/user/settings',
  caller: 'member',
  summary: 'Changes the choices that are given, answers all of them',
  errors: [],
});
