import { endpoint } from '../endpoint.ts';
import type { IdParams } from '../text.ts';
import type { OwnPath, PathStepParams } from './paths.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Learning paths: the steps, and how far the caller is';

export const getPath = endpoint<{ params: IdParams; reply: OwnPath }>({
  method: 'GET',
  path: '/api/resources/:id/path',
  caller: 'member',
  scope: 'library:read',
  summary: 'A learning path with its steps, and how far the caller is with it',
  errors: ['catalogue.not-found', 'paths.not-found'],
});

export const markTextRead = endpoint<{ params: PathStepParams; reply: OwnPath }>({
  method: 'PUT',
  path: '/api/resources/:id/path/steps/:stepId/read',
  caller: 'member',
  scope: 'progress:write',
  summary: 'The caller has read the text of a step',
  errors: ['catalogue.not-found', 'access.required', 'paths.not-found', 'paths.step-not-found', 'paths.step-locked'],
});
