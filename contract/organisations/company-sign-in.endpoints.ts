import { endpoint } from '../endpoint.ts';
import { Discovery, DiscoveryForm, TestStart } from '../identity/connections.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  CompanyConnection,
  CompanyConnectionChange,
  CompanyParams,
  CompanySignIns,
  EnforceForm,
  NewCompanyConnection,
} from './company-sign-in.ts';
import { DomainForm, OrganisationDomain } from './organisations-domains.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Connections of organisations to their identity providers';

const ofOrganisation = ['organisations.not-found', 'organisations.not-allowed'] as const;
const ofOne = [...ofOrganisation, 'connections.not-found'] as const;
const formErrors = [
  'connections.issuer-wrong',
  'connections.issuer-for-all',
  'connections.issuer-unreachable',
  'connections.issuer-other',
  'connections.issuer-unusable',
  'connections.secret-required',
  'connections.slug-taken',
  'connections.domain-not-proven',
  'request.too-many',
] as const;

export const listCompanyConnections = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/connections',
  params: IdParams,
  response: CompanySignIns,
  caller: 'member',
  scope: 'none',
  summary: 'The connections of an organisation by name, and who they concern, for its owners',
  errors: [...ofOrganisation],
});

export const lookUpCompanyIssuer = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/connections/discovery',
  params: IdParams,
  body: DiscoveryForm,
  response: Discovery,
  caller: 'member',
  scope: 'none',
  summary: 'Reads the discovery document of an issuer',
  errors: [...ofOrganisation, 'request.too-many'],
});

export const addCompanyConnection = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/connections',
  params: IdParams,
  body: NewCompanyConnection,
  response: CompanyConnection,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Adds a connection, once a domain is proven by its DNS record',
  errors: [...ofOrganisation, ...formErrors, 'connections.full', 'connections.domain-first'],
  status: 201,
});

export const changeCompanyConnection = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/connections/:connectionId',
  params: CompanyParams,
  body: CompanyConnectionChange,
  response: CompanyConnection,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Changes a connection; another issuer or client ID has to be tested again',
  errors: [...ofOne, ...formErrors, 'connections.enforced'],
});

export const removeCompanyConnection = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/connections/:connectionId',
  params: CompanyParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a connection, its links to accounts and its sessions',
  errors: [...ofOne],
});

export const testCompanyConnection = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/connections/:connectionId/test',
  params: CompanyParams,
  response: TestStart,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Where a test sign-in begins, in a window of its own; it links nothing',
  errors: [...ofOne, 'connections.unreachable', 'request.too-many'],
});

export const activateCompanyConnection = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/connections/:connectionId/activate',
  params: CompanyParams,
  response: CompanyConnection,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Offers a tested connection; of a required one, allows other ways again',
  errors: [...ofOne, 'connections.test-first', 'connections.domain-first'],
});

export const enforceCompanyConnection = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/connections/:connectionId/enforce',
  params: CompanyParams,
  body: EnforceForm,
  response: CompanyConnection,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Requires the connection of everybody with an address in its domains',
  errors: [
    ...ofOne,
    'connections.not-active',
    'connections.domain-first',
    'connections.enforce-through',
    'connections.emergency-owner',
  ],
});

export const disableCompanyConnection = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/connections/:connectionId/disable',
  params: CompanyParams,
  response: CompanyConnection,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Switches a connection off and ends its sessions',
  errors: [...ofOne],
});

export const moveDomain = endpoint({
  method: 'POST',
  path: '/api/admin/organisations/:id/domains/move',
  params: IdParams,
  body: DomainForm,
  response: OrganisationDomain,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Moves a domain to the organisation whose DNS record it has now, from the one that proved it before',
  errors: [
    'organisations.not-found',
    'organisations.domain-not-added',
    'organisations.domain-unproven',
    'organisations.dns-failed',
    'organisations.domain-taken',
  ],
});
