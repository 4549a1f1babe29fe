import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
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

export const getCheck = endpoint({
  method: 'GET',
  path: '/api/resources/:id/check',
  params: IdParams,
  response: z.nullable(CheckState),
  caller: 'member',
  scope: 'library:read',
  summary: 'The check of a resource, and how far the caller is with it; null for a resource without a check',
  errors: ['catalogue.not-found'],
});

export const startCheck = endpoint({
  method: 'POST',
  path: '/api/resources/:id/check/attempts',
  params: IdParams,
  response: OpenAttempt,
  caller: 'member',
  scope: 'none',
  summary: 'Starts an attempt, or returns the one that is under way',
  errors: ['catalogue.not-found', 'access.required', 'checks.not-found', 'checks.no-attempt-left'],
});

export const listOwnCheckAttempts = endpoint({
  method: 'GET',
  path: '/api/user/check-attempts',
  query: OwnCheckAttemptsQuery,
  response: z.array(OwnCheckAttempt),
  caller: 'member',
  scope: 'completions:read',
  summary: "The caller's attempts at checks, newest first; X-Total-Count is their number",
  errors: [],
});

export const getAttemptResult = endpoint({
  method: 'GET',
  path: '/api/user/check-attempts/:id',
  params: IdParams,
  response: AttemptResult,
  caller: 'member',
  scope: 'none',
  summary: 'The result of an attempt of the caller; right answers only as the check allows',
  errors: ['checks.attempt-not-found', 'checks.attempt-open'],
});

export const getOpenAttempt = endpoint({
  method: 'GET',
  path: '/api/user/check-attempts/:id/questions',
  params: IdParams,
  response: OpenAttempt,
  caller: 'member',
  scope: 'none',
  summary: 'The questions of an attempt that is under way, with the saved answers',
  errors: ['checks.attempt-not-found', 'access.required', 'checks.handed-in', 'catalogue.not-found'],
});

export const saveCheckAnswer = endpoint({
  method: 'PUT',
  path: '/api/user/check-attempts/:id/answers/:number',
  params: AttemptQuestionParams,
  body: AnswerForm,
  response: SavedAnswer,
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

export const handInAttempt = endpoint({
  method: 'POST',
  path: '/api/user/check-attempts/:id/hand-in',
  params: IdParams,
  response: AttemptResult,
  caller: 'member',
  scope: 'none',
  summary: 'Hands an attempt in and scores it; an attempt that was handed in before keeps its result',
  errors: ['checks.attempt-not-found', 'access.required', 'catalogue.not-found'],
});

export const giveFurtherAttempts = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/assignments/:assignmentId/attempts',
  params: FurtherAttemptsParams,
  body: FurtherAttemptsForm,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Gives a person attempts beyond those of each day, for the check of an assigned resource',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'learning.assignment-not-found', 'checks.not-found'],
});
