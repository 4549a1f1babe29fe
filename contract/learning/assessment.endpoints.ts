import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import {
  AssessmentNeeds,
  AssessmentQuestions,
  AssessmentResult,
  AttemptSummary,
  ChangePlanEntry,
  CreatedAttempt,
  GivenAnswers,
  NewAttempt,
  OwnAssessment,
  PlanEntry,
  PlanEntryParams,
  PublicAssessment,
  PublicAssessmentResult,
} from './assessment.ts';

/** @public The group of these calls in the API's description. */
export const about = 'The responsible-AI readiness assessment, its results and plans';

export const getAssessmentQuestions = endpoint({
  method: 'GET',
  path: '/api/assessment/questions',
  response: AssessmentQuestions,
  caller: 'member',
  scope: 'catalogue:read',
  summary: 'The questions of the readiness assessment in their present version',
  errors: [],
});

export const getOwnAssessment = endpoint({
  method: 'GET',
  path: '/api/assessment',
  response: OwnAssessment,
  caller: 'member',
  scope: 'library:read',
  summary: 'Where the assessment opens for the caller, how far the saved answers go, and the latest result',
  errors: [],
});

export const createAttempt = endpoint({
  method: 'POST',
  path: '/api/assessment/attempts',
  body: NewAttempt,
  response: CreatedAttempt,
  caller: 'member',
  scope: 'none',
  summary: 'Computes the result of twelve answers and keeps it; the same run of answers keeps one',
  errors: [
    'catalogue.not-found',
    'access.required',
    'assessment.other-resource',
    'assessment.other-version',
    'assessment.unknown-answer',
    'assessment.incomplete',
  ],
});

export const listAttempts = endpoint({
  method: 'GET',
  path: '/api/assessment/attempts',
  query: PageQuery,
  response: z.array(AttemptSummary),
  caller: 'member',
  scope: 'library:read',
  summary: "The caller's attempts, the latest first",
  errors: [],
});

export const getAttempt = endpoint({
  method: 'GET',
  path: '/api/assessment/attempts/:id',
  params: IdParams,
  response: AssessmentResult,
  caller: 'member',
  scope: 'library:read',
  summary: 'The result of one of the caller’s attempts, with its plan',
  errors: ['assessment.not-found'],
});

export const changePlanEntry = endpoint({
  method: 'PUT',
  path: '/api/assessment/attempts/:id/actions/:actionId',
  params: PlanEntryParams,
  body: ChangePlanEntry,
  response: PlanEntry,
  caller: 'member',
  scope: 'progress:write',
  summary: "Adds an action to the caller's plan, or changes its owner, its due date and whether it is done",
  errors: ['assessment.not-found'],
});

export const removePlanEntry = endpoint({
  method: 'DELETE',
  path: '/api/assessment/attempts/:id/actions/:actionId',
  params: PlanEntryParams,
  response: Message,
  caller: 'member',
  scope: 'progress:write',
  summary: "Takes an action out of the caller's plan, with its owner and due date",
  errors: ['assessment.not-found'],
});

export const downloadReport = endpoint({
  method: 'GET',
  path: '/api/assessment/attempts/:id/report',
  params: IdParams,
  caller: 'member',
  scope: 'library:read',
  summary: 'The result as a PDF',
  responseTypes: ['application/pdf'],
  errors: ['assessment.not-found'],
});

export const getAssessmentNeeds = endpoint({
  method: 'GET',
  path: '/api/admin/assessment/needs',
  response: AssessmentNeeds,
  caller: 'administrator',
  scope: 'admin:insight:read',
  summary: 'The actions members need most, and tags for which nothing is published',
  errors: [],
});

export const getPublicAssessment = endpoint({
  method: 'GET',
  path: '/api/public/assessment',
  response: PublicAssessment,
  caller: 'visitor',
  scope: 'catalogue:read',
  summary: 'The questions for anyone, with an example of a result; 404 when the assessment is not public',
  errors: ['request.not-found'],
});

export const scorePublicAnswers = endpoint({
  method: 'POST',
  path: '/api/public/assessment/result',
  body: GivenAnswers,
  response: PublicAssessmentResult,
  caller: 'visitor',
  scope: 'none',
  summary: 'The bands and most useful actions of twelve answers, of which nothing is stored',
  errors: [
    'request.not-found',
    'request.too-many',
    'assessment.other-version',
    'assessment.unknown-answer',
    'assessment.incomplete',
  ],
});
