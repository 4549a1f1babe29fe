import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import {
  Directory,
  DirectoryPeopleQuery,
  DirectoryPerson,
  DirectoryTokenForm,
  DirectoryTokenParams,
  EndedAccess,
  NewDirectoryToken,
} from './directory.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Directories of companies that add people and end their access (SCIM)';

const ofOwners = ['organisations.not-found', 'organisations.not-allowed'] as const;

export const getDirectory = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/directory',
  params: IdParams,
  response: Directory,
  caller: 'member',
  scope: 'none',
  summary: 'The directory of an organisation with its tokens, for its owners',
  errors: [...ofOwners],
});

export const listDirectoryPeople = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/directory/people',
  params: IdParams,
  query: DirectoryPeopleQuery,
  response: z.array(DirectoryPerson),
  caller: 'member',
  scope: 'none',
  summary: 'The people that the directory has sent, with their real state; X-Total-Count is their number',
  errors: [...ofOwners],
});

export const listEndedAccess = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/directory/ended',
  params: IdParams,
  query: PageQuery,
  response: z.array(EndedAccess),
  caller: 'member',
  scope: 'none',
  summary: 'The people whose access the directory ended, newest first; X-Total-Count is their number',
  errors: [...ofOwners],
});

export const downloadEndedAccess = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/directory/ended/csv',
  params: IdParams,
  caller: 'member',
  scope: 'none',
  summary: 'The same as a CSV file, oldest first',
  responseTypes: ['text/csv'],
  errors: [...ofOwners],
});

export const createDirectoryToken = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/directory/tokens',
  params: IdParams,
  body: DirectoryTokenForm,
  response: NewDirectoryToken,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a token for the directory; its secret is shown this once',
  errors: [...ofOwners, 'organisations.directory-needs-domain', 'organisations.directory-tokens-full'],
  status: 201,
});

export const revokeDirectoryToken = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/directory/tokens/:tokenId',
  params: DirectoryTokenParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Revokes a token of the directory, which stops at once',
  errors: [...ofOwners, 'organisations.directory-token-not-found'],
});
