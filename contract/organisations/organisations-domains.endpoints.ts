import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams, PageQuery } from '../text.ts';
import { PersonParams } from './organisations.ts';
import {
  DomainCheck,
  DomainEmailForm,
  DomainForm,
  DomainParams,
  Joined,
  JoiningForm,
  JoinRequest,
  OrganisationDomain,
  OrganisationOffer,
} from './organisations-domains.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Verified domains of organisations, and who joins by them';

export const listDomains = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/domains',
  params: IdParams,
  response: z.array(OrganisationDomain),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The domains of an organisation by name, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const addDomain = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/domains',
  params: IdParams,
  body: DomainForm,
  response: OrganisationDomain,
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

export const emailDomainCode = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/domains/:domainId/email',
  params: DomainParams,
  body: DomainEmailForm,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Emails a code to a mailbox of the domain; the code before ends',
  errors: [...ofOne, 'organisations.invitations-limited', 'request.too-many'],
});

export const checkDomain = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/domains/:domainId/check',
  params: DomainParams,
  body: DomainCheck,
  response: OrganisationDomain,
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

export const setJoining = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/domains/:domainId',
  params: DomainParams,
  body: JoiningForm,
  response: OrganisationDomain,
  caller: 'member',
  scope: 'none',
  summary: 'Sets how people with a verified address of a proven domain join',
  errors: [...ofOne, 'organisations.domain-first'],
});

export const removeDomain = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/domains/:domainId',
  params: DomainParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a domain; people who joined by it stay',
  errors: [...ofOne],
});

export const getOrganisationOffer = endpoint({
  method: 'GET',
  path: '/api/user/organisation-offer',
  response: z.nullable(OrganisationOffer),
  caller: 'member',
  scope: 'none',
  summary: "The organisation that the domain of the caller's verified address leads to, or null",
  errors: [],
});

export const joinOrganisation = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/join',
  params: IdParams,
  response: Joined,
  caller: 'member',
  scope: 'none',
  summary: "Joins the organisation of the domain of the caller's address, or asks to",
  errors: ['organisations.not-found', 'organisations.already-in-one'],
});

export const listJoinRequests = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/requests',
  params: IdParams,
  query: PageQuery,
  response: z.array(JoinRequest),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'Who asks to join, oldest first, for owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const acceptJoinRequest = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/requests/:userId/accept',
  params: PersonParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Lets a person who asks into the organisation, as a learner',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.request-not-found'],
});

export const declineJoinRequest = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/requests/:userId',
  params: PersonParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Declines a request to join; this person is not offered to join again',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.request-not-found'],
});
