import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
  Directory,
  DirectoryPeopleQuery,
  DirectoryPerson,
  DirectoryTokenForm,
  DirectoryTokenParams,
  EndedAccess,
  EndedAccessQuery,
  NewDirectoryToken,
} from './directory.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Directories of companies that add people and end their access (SCIM)';

const ofOwners = ['organisations.not-found', 'organisations.not-allowed'] as const;

export const getDirectory = endpoint<{ params: IdParams; reply: Directory }>({
  method: 'GET',
  path: '/api/organisations/:id/directory',
  caller: 'member',
  scope: 'none',
  summary: 'The directory of an organisation with its tokens, for its owners',
  errors: [...ofOwners],
});

export const listDirectoryPeople = endpoint<{
  params: IdParams;
  query: DirectoryPeopleQuery;
  reply: DirectoryPerson[];
}>({
  method: 'GET',
  path: '/api/organisations/:id/directory/people',
  caller: 'member',
  scope: 'none',
  summary: 'The people that the directory has sent, with their real state; X-Total-Count is their number',
  errors: [...ofOwners],
});

export const listEndedAccess = endpoint<{ params: IdParams; query: EndedAccessQuery; reply: EndedAccess[] }>({
  method: 'GET',
  path: '/api/organisations/:id/directory/ended',
  caller: 'member',
  scope: 'none',
  summary: 'The people whose access the directory ended, newest first; X-Total-Count is their number',
  errors: [...ofOwners],
});

export const downloadEndedAccess = endpoint<{ params: IdParams }>({
  method: 'GET',
  path: '/api/organisations/:id/directory/ended/csv',
  caller: 'member',
  scope: 'none',
  summary: 'The same as a CSV file, oldest first',
  replyTypes: ['text/csv'],
  errors: [...ofOwners],
});

export const createDirectoryToken = endpoint<{
  params: IdParams;
  body: DirectoryTokenForm;
  reply: NewDirectoryToken;
}>({
  method: 'POST',
  path: '/api/organisations/:id/directory/tokens',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes a token for the directory; its secret is shown this once',
  errors: [...ofOwners, 'organisations.directory-needs-domain', 'organisations.directory-tokens-full'],
  status: 201,
});

export const revokeDirectoryToken = endpoint<{ params: DirectoryTokenParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/directory/tokens/:tokenId',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Revokes a token of the directory, which stops at once',
  errors: [...ofOwners, 'organisations.directory-token-not-found'],
});
