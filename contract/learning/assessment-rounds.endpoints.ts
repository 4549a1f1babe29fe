import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { GivenAnswers } from './assessment.ts';
import type {
  AssessmentRound,
  RoundForm,
  RoundParams,
  RoundPlan,
  RoundPlanForm,
  RoundQuery,
  RoundResults,
  RoundSheet,
} from './assessment-rounds.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Rounds of the readiness assessment that the people of an organisation answer together';

export const startRound = endpoint<{ params: IdParams; body: RoundForm; reply: AssessmentRound }>({
  method: 'POST',
  path: '/api/organisations/:id/assessment-rounds',
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

export const listRounds = endpoint<{ params: IdParams; query: RoundQuery; reply: AssessmentRound[] }>({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The rounds of an organisation, newest first; learners get the open ones that they are invited to',
  errors: ['organisations.not-found'],
});

export const getRoundSheet = endpoint<{ params: RoundParams; reply: RoundSheet }>({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/answers',
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

export const answerRound = endpoint<{ params: RoundParams; body: GivenAnswers; reply: Message }>({
  method: 'POST',
  path: '/api/organisations/:id/assessment-rounds/:roundId/answers',
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

export const closeRound = endpoint<{ params: RoundParams; reply: AssessmentRound }>({
  method: 'POST',
  path: '/api/organisations/:id/assessment-rounds/:roundId/close',
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

export const getRoundResults = endpoint<{ params: RoundParams; reply: RoundResults }>({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/results',
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

export const getRoundPlan = endpoint<{ params: RoundParams; reply: RoundPlan }>({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/plan',
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

export const changeRoundPlan = endpoint<{ params: RoundParams; body: RoundPlanForm; reply: RoundPlan }>({
  method: 'PUT',
  path: '/api/organisations/:id/assessment-rounds/:roundId/plan',
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

export const downloadRoundReport = endpoint<{ params: RoundParams }>({
  method: 'GET',
  path: '/api/organisations/:id/assessment-rounds/:roundId/report',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The results of a closed round as a PDF, for owners and managers',
  replyTypes: ['application/pdf'],
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'assessment.round-not-found',
    'assessment.round-open',
    'assessment.round-without-results',
    'request.too-many',
  ],
});
