import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams, PageQuery } from '../text.ts';
import { MarkFinished, OwnProgress, ProgressSession, ReadingPosition, StartSession } from './progress.ts';

/** @public The group of these calls in the API's description. */
export const about = 'How far the caller is with a resource';

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  query: PageQuery,
  response: z.array(ProgressSession),
  caller: 'member',
  scope: 'library:read',
  summary: "The caller's own progress sessions, last used first; X-Total-Count is their number",
  errors: [],
});

export const startSession = endpoint({
  method: 'POST',
  path: '/api/user/sessions',
  body: StartSession,
  response: ProgressSession,
  caller: 'member',
  scope: 'progress:write',
  summary: 'Records that the caller opened a resource: one session per member and resource',
  errors: ['catalogue.not-found', 'access.required'],
});

export const getProgress = endpoint({
  method: 'GET',
  path: '/api/resources/:id/progress',
  params: IdParams,
  response: z.nullable(OwnProgress),
  caller: 'member',
  scope: 'library:read',
  summary: 'How far the caller came with a resource, with the latest reading positions; null before the first time',
  errors: ['catalogue.not-found'],
});

export const markFinished = endpoint({
  method: 'PUT',
  path: '/api/resources/:id/finished',
  params: IdParams,
  body: MarkFinished,
  response: OwnProgress,
  caller: 'member',
  scope: 'progress:write',
  summary: 'The caller calls a resource finished, or takes that back',
  errors: ['catalogue.not-found', 'access.required', 'progress.path'],
});

export const saveReadingPosition = endpoint({
  method: 'PUT',
  path: '/api/resources/:id/reading-position',
  params: IdParams,
  body: ReadingPosition,
  response: z.nullable(OwnProgress),
  caller: 'member',
  scope: 'progress:write',
  summary: 'Keeps where the caller is in the file, the video or the text of a resource; the progress follows from it',
  errors: ['catalogue.not-found', 'access.required', 'progress.no-reading-position'],
});
