import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { GivenAnswers } from './assessment.ts';
import {
  AssessmentRound,
  RoundForm,
  RoundParams,
  RoundPlan,
  RoundPlanForm,
  RoundResults,
  RoundSheet,
} from './assessment-rounds.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Rounds of the readiness assessment that the people of an organisation answer together';

export const startRound = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/assessment-rounds',
  params: IdParams,
  body: RoundForm,
  response: AssessmentRound,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Starts a round, for owners and managers; everybody invited gets an email',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.person-not-found',
    'assessment.round-day',
    'request.too-many',
  ],
  status: 201,
});

export const listRounds = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds',
  params: IdParams,
  query: PageQuery,
  response: z.array(AssessmentRound),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The rounds of an organisation, newest first; learners get the open ones that they are invited to',
  errors: ['organisations.not-found'],
});

export const getRoundSheet = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/answers',
  params: RoundParams,
  response: RoundSheet,
  caller: 'member',
  scope: 'none',
  summary: 'The questions of an open round and the answers of the caller, who is invited',
  errors: [
    'organisations.not-found',
    'assessment.round-not-found',
    'assessment.round-not-invited',
    'assessment.round-closed',
  ],
});

export const answerRound = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/assessment-rounds/:roundId/answers',
  params: RoundParams,
  body: GivenAnswers,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Keeps the twelve answers of the caller, who is invited; later ones replace them until the round closes',
  errors: [
    'organisations.not-found',
    'assessment.round-not-found',
    'assessment.round-not-invited',
    'assessment.round-closed',
    'assessment.other-version',
    'assessment.unknown-answer',
    'assessment.incomplete',
  ],
});

export const closeRound = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/assessment-rounds/:roundId/close',
  params: RoundParams,
  response: AssessmentRound,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Closes a round before its day, for owners and managers; its answers lose their people',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'assessment.round-not-found',
    'assessment.round-closed',
  ],
});

export const getRoundResults = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/results',
  params: RoundParams,
  response: RoundResults,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'What a closed round shows, for owners and managers',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'assessment.round-not-found',
    'assessment.round-open',
  ],
});

export const getRoundPlan = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/plan',
  params: RoundParams,
  response: RoundPlan,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The actions by the medians of a closed round, for owners and managers',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'assessment.round-not-found',
    'assessment.round-open',
    'assessment.round-without-results',
  ],
});

export const changeRoundPlan = endpoint({
  method: 'PUT',
  path: '/api/organisations/:id/assessment-rounds/:roundId/plan',
  params: RoundParams,
  body: RoundPlanForm,
  response: RoundPlan,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Changes owner, due date and status of actions of the plan, for owners and managers',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.person-not-found',
    'assessment.round-not-found',
    'assessment.round-open',
    'assessment.round-without-results',
    'assessment.round-action',
  ],
});

export const downloadRoundReport = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/report',
  params: RoundParams,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The results of a closed round as a PDF, for owners and managers',
  responseTypes: ['application/pdf'],
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'assessment.round-not-found',
    'assessment.round-open',
    'assessment.round-without-results',
    'request.too-many',
  ],
});
