import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
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

export const assignLearning = endpoint<{ params: IdParams; body: AssignmentForm; reply: AssignedLearning }>({
  method: 'POST',
  path: '/api/organisations/:id/assignments',
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

export const listAssignments = endpoint<{ params: IdParams; query: AssignmentsQuery; reply: Assignment[] }>({
  method: 'GET',
  path: '/api/organisations/:id/assignments',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The assignments of an organisation, overdue first, then by the due date; X-Total-Count is their number',
  errors: outside,
});

export const downloadAssignments = endpoint<{ params: IdParams; query: AssignmentsExportQuery }>({
  method: 'GET',
  path: '/api/organisations/:id/assignments/csv',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The same as a CSV file',
  replyTypes: ['text/csv'],
  errors: outside,
});

export const changeDueDay = endpoint<{ params: AssignmentParams; body: DueDayForm; reply: Message }>({
  method: 'PATCH',
  path: '/api/organisations/:id/assignments/:assignmentId',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Gives an assignment another due date',
  errors: [...outside, 'learning.assignment-not-found', 'learning.due-day'],
});

export const endAssignment = endpoint<{ params: AssignmentParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/assignments/:assignmentId',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Ends an assignment',
  errors: [...outside, 'learning.assignment-not-found'],
});

export const getLearningSummary = endpoint<{ params: IdParams; reply: LearningSummary }>({
  method: 'GET',
  path: '/api/organisations/:id/learning',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'Completion in an organisation by role and resource',
  errors: outside,
});

export const getWithoutSeat = endpoint<{ params: IdParams; reply: WithoutSeat }>({
  method: 'GET',
  path: '/api/organisations/:id/learning/without-seat',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The people who have no seat of their organisation for what is assigned to them',
  errors: outside,
});

export const listPersonLearning = endpoint<{ params: IdParams; query: LearningPeopleQuery; reply: PersonLearning[] }>({
  method: 'GET',
  path: '/api/organisations/:id/learning/people',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'How much of their assignments people of an organisation have completed',
  errors: outside,
});

export const changeDueDays = endpoint<{ params: AssignedResourceParams; body: DueDayForm; reply: ChangedAssignments }>({
  method: 'PATCH',
  path: '/api/organisations/:id/learning/:resourceId',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Gives all assignments of a resource another due date',
  errors: [...outside, 'learning.assignment-not-found', 'learning.due-day'],
});

export const endAssignments = endpoint<{ params: AssignedResourceParams; reply: ChangedAssignments }>({
  method: 'DELETE',
  path: '/api/organisations/:id/learning/:resourceId',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Ends all assignments of a resource',
  errors: [...outside, 'learning.assignment-not-found'],
});

export const listOwnAssignments = endpoint<{ query: OwnAssignmentsQuery; reply: OwnAssignment[] }>({
  method: 'GET',
  path: '/api/user/assignments',
  caller: 'member',
  scope: 'library:read',
  summary: "The caller's assignments, the next due first",
  errors: [],
});

export const confirmAssignment = endpoint<{ params: OwnAssignmentParams; reply: Message }>({
  method: 'POST',
  path: '/api/user/assignments/:assignmentId/confirmation',
  caller: 'member',
  scope: 'none',
  summary: 'Confirms "I have read and understood this." where an assignment asks for it',
  errors: ['learning.assignment-not-found', 'learning.not-completed'],
});

export const shareEarlierCompletion = endpoint<{ params: OwnAssignmentParams; reply: Message }>({
  method: 'POST',
  path: '/api/user/assignments/:assignmentId/earlier-completion',
  caller: 'member',
  scope: 'none',
  summary: 'Lets the organisation know that the caller completed the resource before it was assigned',
  errors: ['learning.assignment-not-found'],
});
