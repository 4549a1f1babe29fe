import { endpoint } from '../endpoint.ts';
import { IdParams } from '../text.ts';
import { OwnPath, PathStepParams } from './paths.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Learning paths: the steps, and how far the caller is';

export const getPath = endpoint({
  method: 'GET',
  path: '/api/resources/:id/path',
  params: IdParams,
  response: OwnPath,
  caller: 'member',
  scope: 'library:read',
  summary: 'A learning path with its steps, and how far the caller is with it',
  errors: ['catalogue.not-found', 'paths.not-found'],
});

export const markTextRead = endpoint({
  method: 'PUT',
  path: '/api/resources/:id/path/steps/:stepId/read',
  params: PathStepParams,
  response: OwnPath,
  caller: 'member',
  scope: 'progress:write',
  summary: 'The caller has read the text of a step',
  errors: ['catalogue.not-found', 'access.required', 'paths.not-found', 'paths.step-not-found', 'paths.step-locked'],
});
