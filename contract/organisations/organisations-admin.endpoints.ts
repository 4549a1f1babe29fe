import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type {
  ClosingForm,
  OrganisationPerson,
  OrganisationRoleForm,
  PeopleQuery,
  PersonParams,
} from './organisations.ts';
import type {
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

export const listOrganisations = endpoint<{ query: AdminOrganisationQuery; reply: AdminOrganisation[] }>({
  method: 'GET',
  path: '/api/admin/organisations',
  caller: 'administrator',
  scope: 'admin:organisations:read',
  summary: 'The organisations, newest first; X-Total-Count is their number',
  errors: [],
});

export const getOrganisation = endpoint<{ params: IdParams; reply: AdminOrganisationDetail }>({
  method: 'GET',
  path: '/api/admin/organisations/:id',
  caller: 'administrator',
  scope: 'admin:organisations:read',
  summary: 'One organisation with its owners, seats and what it was given',
  errors: ['organisations.not-found'],
});

export const listPeopleOfOrganisation = endpoint<{ params: IdParams; query: PeopleQuery; reply: OrganisationPerson[] }>(
  {
    method: 'GET',
    path: '/api/admin/organisations/:id/people',
    caller: 'administrator',
    scope: 'admin:organisations:read',
    summary: 'The people of an organisation by name; X-Total-Count is their number',
    errors: ['organisations.not-found'],
  },
);

export const addOrganisation = endpoint<{ body: AdminOrganisationForm; reply: AdminOrganisation }>({
  method: 'POST',
  path: '/api/admin/organisations',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Makes an organisation for a member, who is its owner',
  errors: ['organisations.owner-unknown', 'organisations.owner-in-one'],
  status: 201,
});

export const giveSeats = endpoint<{ params: IdParams; body: SeatGrantForm; reply: SeatLot }>({
  method: 'POST',
  path: '/api/admin/organisations/:id/seats',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives an organisation seats with a reason, until an end or without one',
  errors: ['organisations.not-found', 'catalogue.not-found', 'access.end-passed'],
  status: 201,
});

export const endSeats = endpoint<{ params: SeatLotParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/organisations/:id/seats/:lotId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Ends seats that an organisation was given, at once',
  errors: ['organisations.not-found', 'organisations.seats-ended', 'organisations.seats-bought'],
});

export const confirmOrganisation = endpoint<{
  params: IdParams;
  body: ConfirmationForm;
  reply: AdminOrganisation;
}>({
  method: 'PUT',
  path: '/api/admin/organisations/:id/confirmation',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Confirms that an organisation is known under the name that was seen, or takes that back',
  errors: ['organisations.not-found', 'organisations.renamed'],
});

export const setRoleInOrganisation = endpoint<{
  params: PersonParams;
  body: OrganisationRoleForm;
  reply: OrganisationPerson;
}>({
  method: 'PATCH',
  path: '/api/admin/organisations/:id/people/:userId',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Gives a person of an organisation another role, such as owner',
  errors: ['organisations.not-found', 'organisations.person-not-found', 'organisations.last-owner'],
});

export const closeOrganisationOfOthers = endpoint<{ params: IdParams; body: ClosingForm; reply: Message }>({
  method: 'DELETE',
  path: '/api/admin/organisations/:id',
  caller: 'administrator',
  scope: 'none',
  needsFreshSignIn: true,
  summary: 'Closes an organisation for an administrator, who types its name',
  errors: ['organisations.not-found', 'organisations.name-differs'],
});
