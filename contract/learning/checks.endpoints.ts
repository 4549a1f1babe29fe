import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
  AnswerForm,
  AttemptQuestionParams,
  AttemptResult,
  CheckState,
  FurtherAttemptsForm,
  FurtherAttemptsParams,
  OpenAttempt,
  OwnCheckAttempt,
  OwnCheckAttemptsQuery,
  SavedAnswer,
} from './checks.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Knowledge checks of resources: attempts of the caller and their results';

export const getCheck = endpoint<{ params: IdParams; reply: CheckState | null }>({
  method: 'GET',
  path: '/api/resources/:id/check',
  caller: 'member',
  scope: 'library:read',
  summary: 'The check of a resource, and how far the caller is with it; null for a resource without a check',
  errors: ['catalogue.not-found'],
});

export const startCheck = endpoint<{ params: IdParams; reply: OpenAttempt }>({
  method: 'POST',
  path: '/api/resources/:id/check/attempts',
  caller: 'member',
  scope: 'none',
  summary: 'Starts an attempt, or returns the one that is under way',
  errors: ['catalogue.not-found', 'access.required', 'checks.not-found', 'checks.no-attempt-left'],
});

export const listOwnCheckAttempts = endpoint<{ query: OwnCheckAttemptsQuery; reply: OwnCheckAttempt[] }>({
  method: 'GET',
  path: '/api/user/check-attempts',
  caller: 'member',
  scope: 'completions:read',
  summary: "The caller's attempts at checks, newest first; X-Total-Count is their number",
  errors: [],
});

export const getAttemptResult = endpoint<{ params: IdParams; reply: AttemptResult }>({
  method: 'GET',
  path: '/api/user/check-attempts/:id',
  caller: 'member',
  scope: 'none',
  summary: 'The result of an attempt of the caller; right answers only as the check allows',
  errors: ['checks.attempt-not-found', 'checks.attempt-open'],
});

export const getOpenAttempt = endpoint<{ params: IdParams; reply: OpenAttempt }>({
  method: 'GET',
  path: '/api/user/check-attempts/:id/questions',
  caller: 'member',
  scope: 'none',
  summary: 'The questions of an attempt that is under way, with the saved answers',
  errors: ['checks.attempt-not-found', 'access.required', 'checks.handed-in', 'catalogue.not-found'],
});

export const saveCheckAnswer = endpoint<{ params: AttemptQuestionParams; body: AnswerForm; reply: SavedAnswer }>({
  method: 'PUT',
  path: '/api/user/check-attempts/:id/answers/:number',
  caller: 'member',
  scope: 'none',
  summary: 'Saves the answer to one question of an attempt; saving it again changes nothing',
  errors: [
    'checks.attempt-not-found',
    'access.required',
    'checks.question-not-found',
    'checks.answer-unfit',
    'checks.handed-in',
    'checks.time-over',
    'catalogue.not-found',
  ],
});

export const handInAttempt = endpoint<{ params: IdParams; reply: AttemptResult }>({
  method: 'POST',
  path: '/api/user/check-attempts/:id/hand-in',
  caller: 'member',
  scope: 'none',
  summary: 'Hands an attempt in and scores it; an attempt that was handed in before keeps its result',
  errors: ['checks.attempt-not-found', 'access.required', 'catalogue.not-found'],
});

export const giveFurtherAttempts = endpoint<{
  params: FurtherAttemptsParams;
  body: FurtherAttemptsForm;
  reply: Message;
}>({
  method: 'POST',
  path: '/api/organisations/:id/assignments/:assignmentId/attempts',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Gives a person attempts beyond those of each day, for the check of an assigned resource',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'learning.assignment-not-found', 'checks.not-found'],
});
