import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { ConnectionParams, Discovery, DiscoveryForm, TestStart } from './connections.ts';
import { NewPortalConnection, PortalConnection, PortalConnectionChange } from './connections-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Connections to identity providers for everybody, for administrators';

const formErrors = [
  'connections.issuer-wrong',
  'connections.issuer-for-all',
  'connections.issuer-unreachable',
  'connections.issuer-other',
  'connections.issuer-unusable',
  'connections.secret-required',
  'connections.claim-outside',
  'connections.slug-taken',
  'request.too-many',
] as const;
const ofOne = ['connections.not-found', 'connections.set-by-operator'] as const;

export const listPortalConnections = endpoint({
  method: 'GET',
  path: '/api/admin/connections',
  response: z.array(PortalConnection),
  caller: 'administrator',
  scope: 'none',
  summary: 'The connections of the portal by name',
  errors: [],
});

export const lookUpPortalIssuer = endpoint({
  method: 'POST',
  path: '/api/admin/connections/discovery',
  body: DiscoveryForm,
  response: Discovery,
  caller: 'administrator',
  scope: 'none',
  summary: 'Reads the discovery document of an issuer',
  errors: ['request.too-many'],
});

export const addPortalConnection = endpoint({
  method: 'POST',
  path: '/api/admin/connections',
  body: NewPortalConnection,
  response: PortalConnection,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Adds a connection of the portal',
  errors: [...formErrors, 'connections.full'],
  status: 201,
});

export const changePortalConnection = endpoint({
  method: 'PATCH',
  path: '/api/admin/connections/:connectionId',
  params: ConnectionParams,
  body: PortalConnectionChange,
  response: PortalConnection,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes a connection of the portal; another issuer or client ID has to be tested again',
  errors: [...ofOne, ...formErrors],
});

export const removePortalConnection = endpoint({
  method: 'DELETE',
  path: '/api/admin/connections/:connectionId',
  params: ConnectionParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a connection of the portal, its links to accounts and its sessions',
  errors: [...ofOne],
});

export const testPortalConnection = endpoint({
  method: 'POST',
  path: '/api/admin/connections/:connectionId/test',
  params: ConnectionParams,
  response: TestStart,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Where a test sign-in begins, in a window of its own; it links nothing',
  errors: ['connections.not-found', 'connections.unreachable', 'request.too-many'],
});

export const activatePortalConnection = endpoint({
  method: 'POST',
  path: '/api/admin/connections/:connectionId/activate',
  params: ConnectionParams,
  response: PortalConnection,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Offers a tested connection to everybody',
  errors: [...ofOne, 'connections.test-first'],
});

export const disablePortalConnection = endpoint({
  method: 'POST',
  path: '/api/admin/connections/:connectionId/disable',
  params: ConnectionParams,
  response: PortalConnection,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Switches a connection of the portal off and ends its sessions',
  errors: [...ofOne],
});
