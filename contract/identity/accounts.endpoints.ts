import { endpoint } from '../endpoint.ts';
import { CurrentUser, FirstStepsForm, Settings, SettingsForm } from './accounts.ts';
import { ProfileForm } from './accounts-profile.ts';

/** @public The group of these calls in the API's description. */
export const about = "The caller's own account, profile and settings";

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user',
  response: CurrentUser,
  caller: 'member',
  scope: 'library:read',
  summary: 'The signed-in user',
  errors: [],
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user/profile',
  body: ProfileForm,
  response: CurrentUser,
  caller: 'member',
  scope: 'none',
  summary: 'Changes name, organization, role, goal and time zone',
  errors: [],
});

export const updateFirstSteps = endpoint({
  method: 'PATCH',
  path: '/api/user/first-steps',
  body: FirstStepsForm,
  response: CurrentUser,
  caller: 'member',
  scope: 'none',
  summary: 'Skips the question about role and goal, or hides the first steps',
  errors: [],
});

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/user/settings',
  body: SettingsForm,
  response: Settings,
  caller: 'member',
  scope: 'none',
  summary: 'Changes the choices that are given, answers all of them',
  errors: [],
});
