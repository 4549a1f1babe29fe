import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { ClosingForm, OrganisationPerson, OrganisationRoleForm, PeopleQuery, PersonParams } from './organisations.ts';
import {
  AdminOrganisation,
  AdminOrganisationDetail,
  AdminOrganisationForm,
  AdminOrganisationQuery,
  ConfirmationForm,
  SeatGrantForm,
  SeatLot,
  SeatLotParams,
} from './organisations-admin.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Organisations as administrators see and change them';

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/api/admin/organisations',
  query: AdminOrganisationQuery,
  response: z.array(AdminOrganisation),
  caller: 'administrator',
  scope: 'admin:organisations:read',
  summary: 'The organisations, newest first; X-Total-Count is their number',
  errors: [],
});

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/api/admin/organisations/:id',
  params: IdParams,
  response: AdminOrganisationDetail,
  caller: 'administrator',
  scope: 'admin:organisations:read',
  summary: 'One organisation with its owners, seats and what it was given',
  errors: ['organisations.not-found'],
});

export const listPeopleOfOrganisation = endpoint({
  method: 'GET',
  path: '/api/admin/organisations/:id/people',
  params: IdParams,
  query: PeopleQuery,
  response: z.array(OrganisationPerson),
  caller: 'administrator',
  scope: 'admin:organisations:read',
  summary: 'The people of an organisation by name; X-Total-Count is their number',
  errors: ['organisations.not-found'],
});

export const addOrganisation = endpoint({
  method: 'POST',
  path: '/api/admin/organisations',
  body: AdminOrganisationForm,
  response: AdminOrganisation,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes an organisation for a member, who is its owner',
  errors: ['organisations.owner-unknown', 'organisations.owner-in-one'],
  status: 201,
});

export const giveSeats = endpoint({
  method: 'POST',
  path: '/api/admin/organisations/:id/seats',
  params: IdParams,
  body: SeatGrantForm,
  response: SeatLot,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives an organisation seats with a reason, until an end or without one',
  errors: ['organisations.not-found', 'catalogue.not-found', 'access.end-passed'],
  status: 201,
});

export const endSeats = endpoint({
  method: 'DELETE',
  path: '/api/admin/organisations/:id/seats/:lotId',
  params: SeatLotParams,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends seats that an organisation was given, at once',
  errors: ['organisations.not-found', 'organisations.seats-ended', 'organisations.seats-bought'],
});

export const confirmOrganisation = endpoint({
  method: 'PUT',
  path: '/api/admin/organisations/:id/confirmation',
  params: IdParams,
  body: ConfirmationForm,
  response: AdminOrganisation,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Confirms that an organisation is known under the name that was seen, or takes that back',
  errors: ['organisations.not-found', 'organisations.renamed'],
});

export const setRoleInOrganisation = endpoint({
  method: 'PATCH',
  path: '/api/admin/organisations/:id/people/:userId',
  params: PersonParams,
  body: OrganisationRoleForm,
  response: OrganisationPerson,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives a person of an organisation another role, such as owner',
  errors: ['organisations.not-found', 'organisations.person-not-found', 'organisations.last-owner'],
});

export const closeOrganisationOfOthers = endpoint({
  method: 'DELETE',
  path: '/api/admin/organisations/:id',
  params: IdParams,
  body: ClosingForm,
  response: Message,
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Closes an organisation for an administrator, who types its name',
  errors: ['organisations.not-found', 'organisations.name-differs'],
});
