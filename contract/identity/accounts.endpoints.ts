import { endpoint } from '../endpoint.ts';
import type { CurrentUser, FirstStepsForm, Settings, SettingsForm } from './accounts.ts';
import type { ProfileForm } from './accounts-profile.ts';

/** @public The group of these calls in the API's description. */
export const about = "The caller's own account, profile and settings";

export const getCurrentUser = endpoint<{ reply: CurrentUser }>({
  method: 'GET',
  path: '/api/user',
  caller: 'member',
  scope: 'library:read',
  summary: 'The signed-in user',
  errors: [],
});

export const updateProfile = endpoint<{ body: ProfileForm; reply: CurrentUser }>({
  method: 'PATCH',
  path: '/api/user/profile',
  caller: 'member',
  scope: 'none',
  summary: 'Changes name, organization, role, goal and time zone',
  errors: [],
});

export const updateFirstSteps = endpoint<{ body: FirstStepsForm; reply: CurrentUser }>({
  method: 'PATCH',
  path: '/api/user/first-steps',
  caller: 'member',
  scope: 'none',
  summary: 'Skips the question about role and goal, or hides the first steps',
  errors: [],
});

export const updateSettings = endpoint<{ body: SettingsForm; reply: Settings }>({
  method: 'PATCH',
  path: '/api/user/settings',
  caller: 'member',
  scope: 'none',
  summary: 'Changes the choices that are given, answers all of them',
  errors: [],
});
