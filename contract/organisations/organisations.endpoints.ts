import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import {
  ClosingForm,
  Invitation,
  InvitationForm,
  InvitationLink,
  InvitationParams,
  OpenInvitation,
  Organisation,
  OrganisationForm,
  OrganisationPerson,
  OrganisationRoleForm,
  PeopleQuery,
  PersonParams,
} from './organisations.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Organisations, the people in them and invitations to them';

export const createOrganisation = endpoint({
  method: 'POST',
  path: '/api/organisations',
  body: OrganisationForm,
  response: Organisation,
  caller: 'member',
  scope: 'none',
  summary: 'Makes an organisation; the caller is its owner',
  errors: ['organisations.already-in-one', 'organisations.name-taken', 'request.too-many'],
  status: 201,
});

export const getOwnOrganisation = endpoint({
  method: 'GET',
  path: '/api/user/organisation',
  response: z.nullable(Organisation),
  caller: 'member',
  scope: 'library:read',
  summary: "The caller's organisation and role in it, or null",
  errors: [],
});

export const renameOrganisation = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id',
  params: IdParams,
  body: OrganisationForm,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: 'Gives an organisation another name; an administrator’s confirmation ends with the old one',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.name-taken', 'request.too-many'],
});

export const closeOrganisation = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id',
  params: IdParams,
  body: ClosingForm,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Closes an organisation for its owner, who types its name',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.name-differs'],
});

export const listOrganisationPeople = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/people',
  params: IdParams,
  query: PeopleQuery,
  response: z.array(OrganisationPerson),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The people of an organisation by name, for its owners and managers',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const setOrganisationRole = endpoint({
  method: 'PATCH',
  path: '/api/organisations/:id/people/:userId',
  params: PersonParams,
  body: OrganisationRoleForm,
  response: OrganisationPerson,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives a person of the organisation another role',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.owners-only',
    'organisations.person-not-found',
    'organisations.last-owner',
  ],
});

export const removeFromOrganisation = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/people/:userId',
  params: PersonParams,
  response: Message,
  caller: 'member',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Removes a person from the organisation; with the own id the caller leaves it',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.owners-only',
    'organisations.person-not-found',
    'organisations.last-owner',
  ],
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/invitations',
  params: IdParams,
  response: z.array(Invitation),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The waiting invitations of an organisation, newest first',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const invitePeople = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/invitations',
  params: IdParams,
  body: InvitationForm,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Invites up to 500 addresses; one bad address refuses all',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.owners-only',
    'organisations.own-address-unverified',
    'organisations.message-not-allowed',
    'organisations.address-twice',
    'organisations.already-in',
    'organisations.already-invited',
    'organisations.invitations-limited',
    'organisations.invitations-off',
    'accounts.confirm-sign-in',
    'request.too-many',
  ],
  status: 201,
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/invitations/:invitationId/resend',
  params: InvitationParams,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Sends an invitation again, with a new link for another 14 days',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.owners-only',
    'organisations.invitation-not-found',
    'organisations.invitations-limited',
    'organisations.invitations-off',
    'request.too-many',
  ],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/invitations/:invitationId',
  params: InvitationParams,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Withdraws an invitation; its link ends',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.owners-only',
    'organisations.invitation-not-found',
  ],
});

export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/open',
  body: InvitationLink,
  response: OpenInvitation,
  caller: 'visitor',
  scope: 'none',
  summary: 'What an invitation link leads to; uses nothing up',
  errors: ['organisations.invitation-unknown', 'request.too-many'],
});

export const askForInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/ask',
  body: InvitationLink,
  response: Message,
  caller: 'member',
  scope: 'none',
  summary: "Asks the inviter to invite the caller's address instead of the one that the link was sent to",
  errors: [
    'organisations.invitation-unknown',
    'organisations.invitation-is-own',
    'organisations.already-in-one',
    'request.too-many',
  ],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  body: InvitationLink,
  response: Organisation,
  caller: 'member',
  scope: 'none',
  summary: 'Joins the organisation of an invitation link',
  errors: [
    'organisations.invitation-unknown',
    'organisations.invitation-for-other',
    'organisations.already-in-one',
    'request.too-many',
  ],
});

/** The path that ORG-03 names. The web app does not use it, because proxies and access logs keep paths. */
export const acceptInvitationAtPath = endpoint({
  method: 'POST',
  path: '/api/invitations/:token/accept',
  params: InvitationLink,
  response: Organisation,
  caller: 'member',
  scope: 'none',
  summary: 'The same with the secret in the address, which proxies may log: use the call above',
  errors: acceptInvitation.errors,
});
