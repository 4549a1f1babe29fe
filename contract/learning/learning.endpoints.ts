import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  AssignedLearning,
  AssignedResourceParams,
  Assignment,
  AssignmentForm,
  AssignmentParams,
  AssignmentsExportQuery,
  AssignmentsQuery,
  ChangedAssignments,
  DueDayForm,
  LearningPeopleQuery,
  LearningSummary,
  OwnAssignment,
  OwnAssignmentParams,
  OwnAssignmentsQuery,
  PersonLearning,
  WithoutSeat,
} from './learning.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Learning of organisations: assigning resources, and how far people are with them';

const outside = ['organisations.not-found', 'organisations.not-allowed'] as const;

export const assignLearning = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/assignments',
  params: IdParams,
  body: AssignmentForm,
  response: AssignedLearning,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Assigns resources to people of the organisation, to all who are named or to none',
  errors: [
    ...outside,
    'organisations.person-not-found',
    'catalogue.not-found',
    'learning.due-day',
    'learning.bundle',
    'learning.no-people',
  ],
  status: 201,
});

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assignments',
  params: IdParams,
  query: AssignmentsQuery,
  response: z.array(Assignment),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The assignments of an organisation, overdue first, then by the due date; X-Total-Count is their number',
  errors: outside,
});

export const downloadAssignments = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/assignments/csv',
  params: IdParams,
  query: AssignmentsExportQuery,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The same as a CSV file',
  responseTypes: ['text/csv'],
  errors: outside,
});

export const changeDueDay = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/assignments/:assignmentId',
  params: AssignmentParams,
  body: DueDayForm,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Gives an assignment another due date',
  errors: [...outside, 'learning.assignment-not-found', 'learning.due-day'],
});

export const endAssignment = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/assignments/:assignmentId',
  params: AssignmentParams,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Ends an assignment',
  errors: [...outside, 'learning.assignment-not-found'],
});

export const getLearningSummary = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/learning',
  params: IdParams,
  response: LearningSummary,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'Completion in an organisation by role and resource',
  errors: outside,
});

export const getWithoutSeat = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/learning/without-seat',
  params: IdParams,
  response: WithoutSeat,
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The people who have no seat of their organisation for what is assigned to them',
  errors: outside,
});

export const listPersonLearning = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/learning/people',
  params: IdParams,
  query: LearningPeopleQuery,
  response: z.array(PersonLearning),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'How much of their assignments people of an organisation have completed',
  errors: outside,
});

export const changeDueDays = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/learning/:resourceId',
  params: AssignedResourceParams,
  body: DueDayForm,
  response: ChangedAssignments,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Gives all assignments of a resource another due date',
  errors: [...outside, 'learning.assignment-not-found', 'learning.due-day'],
});

export const endAssignments = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/learning/:resourceId',
  params: AssignedResourceParams,
  response: ChangedAssignments,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Ends all assignments of a resource',
  errors: [...outside, 'learning.assignment-not-found'],
});

export const listOwnAssignments = endpoint({
  method: 'GET',
  path: '/api/user/assignments',
  query: OwnAssignmentsQuery,
  response: z.array(OwnAssignment),
  caller: 'member',
  scope: 'library:read',
  summary: "The caller's assignments, the next due first",
  errors: [],
});

export const confirmAssignment = endpoint({
  method: 'POST',
  path: '/api/user/assignments/:assignmentId/confirmation',
  params: OwnAssignmentParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Confirms "I have read and understood this." where an assignment asks for it',
  errors: ['learning.assignment-not-found', 'learning.not-completed'],
});

export const shareEarlierCompletion = endpoint({
  method: 'POST',
  path: '/api/user/assignments/:assignmentId/earlier-completion',
  params: OwnAssignmentParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Lets the organisation know that the caller completed the resource before it was assigned',
  errors: ['learning.assignment-not-found'],
});
