import { endpoint } from '../endpoint.ts';
import {
  ContentCheck,
  ContentState,
  GivenContent,
  PublishContent,
  RestoreContent,
  VersionParams,
} from './content-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'What the publisher calls principles, phases and roles, and what the assessment asks, in versions';

export const getContentState = endpoint({
  method: 'GET',
  path: '/api/admin/content',
  response: ContentState,
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'The version of the content that holds, and the latest hundred that were published',
  errors: [],
});

export const exportContent = endpoint({
  method: 'GET',
  path: '/api/admin/content/versions/:version',
  params: VersionParams,
  caller: 'administrator',
  scope: 'admin:system:read',
  summary: 'One version of the content as a file that can be edited and published again',
  responseTypes: ['application/json'],
  errors: ['content.not-found'],
});

export const checkContent = endpoint({
  method: 'POST',
  path: '/api/admin/content/check',
  body: GivenContent,
  response: ContentCheck,
  caller: 'administrator',
  scope: 'none',
  summary: 'The mistakes of a file of content, or what it would change; publishes nothing',
  errors: [],
});

export const publishContent = endpoint({
  method: 'POST',
  path: '/api/admin/content/versions',
  body: PublishContent,
  response: ContentState,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary:
    'Publishes a file of content as a new version, for every user at once; attempts keep the version they answered',
  errors: ['content.not-current', 'content.mistake', 'content.unchanged'],
  status: 201,
});

export const restoreContent = endpoint({
  method: 'POST',
  path: '/api/admin/content/versions/:version/publish',
  params: VersionParams,
  body: RestoreContent,
  response: ContentState,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Publishes an older version again, as a new one',
  errors: ['content.not-found', 'content.not-current', 'content.unchanged'],
  status: 201,
});
