import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { PersonParams } from './organisations.ts';
import type {
  DomainCheck,
  DomainEmailForm,
  DomainForm,
  DomainParams,
  Joined,
  JoiningForm,
  JoinRequest,
  JoinRequestQuery,
  OrganisationDomain,
  OrganisationOffer,
} from './organisations-domains.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Verified domains of organisations, and who joins by them';

export const listDomains = endpoint<{ params: IdParams; reply: OrganisationDomain[] }>({
  method: 'GET',
  path: '/api/organisations/:id/domains',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The domains of an organisation by name, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const addDomain = endpoint<{ params: IdParams; body: DomainForm; reply: OrganisationDomain }>({
  method: 'POST',
  path: '/api/organisations/:id/domains',
  caller: 'member',
  scope: 'none',
  summary: 'Adds a domain that an owner then proves',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.domain-unverified-owner',
    'organisations.domain-wrong',
    'organisations.domain-public',
    'organisations.domain-added',
    'organisations.domains-full',
  ],
  status: 201,
});

const ofOne = ['organisations.not-found', 'organisations.not-allowed', 'organisations.domain-not-found'] as const;

export const emailDomainCode = endpoint<{ params: DomainParams; body: DomainEmailForm; reply: Message }>({
  method: 'POST',
  path: '/api/organisations/:id/domains/:domainId/email',
  caller: 'member',
  scope: 'none',
  summary: 'Emails a code to a mailbox of the domain; the code before ends',
  errors: [...ofOne, 'organisations.invitations-limited', 'request.too-many'],
});

export const checkDomain = endpoint<{ params: DomainParams; body: DomainCheck; reply: OrganisationDomain }>({
  method: 'POST',
  path: '/api/organisations/:id/domains/:domainId/check',
  caller: 'member',
  scope: 'none',
  summary: 'Proves a domain by the code of an email, or by its DNS record',
  errors: [
    ...ofOne,
    'organisations.domain-unproven',
    'organisations.domain-code',
    'organisations.domain-taken',
    'organisations.dns-failed',
    'request.too-many',
  ],
});

export const setJoining = endpoint<{ params: DomainParams; body: JoiningForm; reply: OrganisationDomain }>({
  method: 'PATCH',
  path: '/api/organisations/:id/domains/:domainId',
  caller: 'member',
  scope: 'none',
  summary: 'Sets how people with a verified address of a proven domain join',
  errors: [...ofOne, 'organisations.domain-first'],
});

export const removeDomain = endpoint<{ params: DomainParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/domains/:domainId',
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a domain; people who joined by it stay',
  errors: [...ofOne],
});

export const getOrganisationOffer = endpoint<{ reply: OrganisationOffer | null }>({
  method: 'GET',
  path: '/api/user/organisation-offer',
  caller: 'member',
  scope: 'none',
  summary: "The organisation that the domain of the caller's verified address leads to, or null",
  errors: [],
});

export const joinOrganisation = endpoint<{ params: IdParams; reply: Joined }>({
  method: 'POST',
  path: '/api/organisations/:id/join',
  caller: 'member',
  scope: 'none',
  summary: "Joins the organisation of the domain of the caller's address, or asks to",
  errors: ['organisations.not-found', 'organisations.already-in-one'],
});

export const listJoinRequests = endpoint<{ params: IdParams; query: JoinRequestQuery; reply: JoinRequest[] }>({
  method: 'GET',
  path: '/api/organisations/:id/requests',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'Who asks to join, oldest first, for owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const acceptJoinRequest = endpoint<{ params: PersonParams; reply: Message }>({
  method: 'POST',
  path: '/api/organisations/:id/requests/:userId/accept',
  caller: 'member',
  scope: 'none',
  summary: 'Lets a person who asks into the organisation, as a learner',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.request-not-found'],
});

export const declineJoinRequest = endpoint<{ params: PersonParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/requests/:userId',
  caller: 'member',
  scope: 'none',
  summary: 'Declines a request to join; this person is not offered to join again',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.request-not-found'],
});
