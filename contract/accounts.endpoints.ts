import type { CurrentUser, ProfileForm, Settings, SettingsForm } from './accounts.ts';
import { endpoint } from './endpoint.ts';

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
