import * as z from 'zod/mini';
import { ChangesQuery } from '../changes.ts';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  BulkUpdate,
  ChangedMembers,
  CreateUser,
  MemberNote,
  NoteForm,
  NoteParams,
  RoleForm,
  User,
  UserCsvQuery,
  UserForm,
  UserQuery,
  UserStats,
} from './accounts-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Accounts as administrators see and change them';

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  query: UserQuery,
  response: z.array(User),
  caller: 'administrator',
  scope: 'admin:members:read',
  summary: 'Accounts, newest first; X-Total-Count is the number found',
  errors: [],
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/members',
  query: ChangesQuery,
  response: ChangedMembers,
  caller: 'administrator',
  scope: 'admin:members:read',
  summary: 'All members for other systems, page by page in the order of their change',
  errors: [],
});

export const downloadUsers = endpoint({
  method: 'GET',
  path: '/api/users/csv',
  query: UserCsvQuery,
  caller: 'administrator',
  scope: 'admin:members:read',
  summary: 'The same list as a CSV file with the chosen columns, at most the newest 10,000 accounts',
  responseTypes: ['text/csv'],
  errors: [],
});

export const countUsers = endpoint({
  method: 'GET',
  path: '/api/users/stats',
  response: UserStats,
  caller: 'administrator',
  scope: 'admin:members:read',
  summary: 'How many accounts there are, by role, and how many came in the last 30 days',
  errors: [],
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  params: IdParams,
  response: User,
  caller: 'administrator',
  scope: 'admin:members:read',
  summary: 'One account',
  errors: ['accounts.not-found'],
});

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  body: CreateUser,
  response: User,
  caller: 'administrator',
  scope: 'none',
  summary:
    'Creates an account and emails a set-password link; for an administrator account only when freshly signed in',
  errors: [
    'accounts.email-taken',
    'accounts.password-too-short',
    'accounts.common-password',
    'accounts.confirm-sign-in',
  ],
  status: 201,
});

export const saveUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  params: IdParams,
  body: UserForm,
  response: User,
  caller: 'administrator',
  scope: 'none',
  summary: 'Changes name, organization and address of an account; the address only when freshly signed in',
  errors: [
    'accounts.not-found',
    'accounts.email-taken',
    'accounts.conflict',
    'accounts.confirm-sign-in',
    'connections.address-held',
  ],
});

export const setUserRole = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/role',
  params: IdParams,
  body: RoleForm,
  response: User,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a member with a verified address an administrator, or a plain user again',
  errors: ['accounts.not-found', 'accounts.not-verified', 'accounts.last-administrator'],
});

export const updateUsers = endpoint({
  method: 'PUT',
  path: '/api/users/bulk',
  body: BulkUpdate,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'The same for several accounts: all of them or none',
  errors: ['accounts.not-found', 'accounts.not-verified', 'accounts.last-administrator'],
});

export const switchOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/two-factor',
  params: IdParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: "Switches a member's two-factor authentication off and emails the member",
  errors: ['accounts.not-found'],
});

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/notes',
  params: IdParams,
  response: z.array(MemberNote),
  caller: 'administrator',
  scope: 'none',
  summary: 'The notes of administrators about a member, newest first',
  errors: ['accounts.not-found'],
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/notes',
  params: IdParams,
  body: NoteForm,
  response: MemberNote,
  caller: 'administrator',
  scope: 'none',
  summary: 'Writes a note about a member',
  errors: ['accounts.not-found', 'accounts.too-many-notes'],
  status: 201,
});

export const removeNote = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/notes/:noteId',
  params: NoteParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Deletes a note about a member',
  errors: ['accounts.no-note'],
});
