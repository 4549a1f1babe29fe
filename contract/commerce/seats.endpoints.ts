import { endpoint } from '../endpoint.ts';
import type { Message } from '../message.ts';
import type { IdParams } from '../text.ts';
import type { AssignedSeats, Seat, SeatAssignment, SeatParams, SeatPool, SeatsQuery } from './seats.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Seats of organisations: their people, assigning them and taking them back';

export const listSeatPools = endpoint<{ params: IdParams; reply: SeatPool[] }>({
  method: 'GET',
  path: '/api/organisations/:id/seat-pools',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The seats of an organisation by what they open, with how many are in use',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listSeats = endpoint<{ params: IdParams; query: SeatsQuery; reply: Seat[] }>({
  method: 'GET',
  path: '/api/organisations/:id/seats',
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The seats in use with their people, latest assigned first; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const assignSeats = endpoint<{ params: IdParams; body: SeatAssignment; reply: AssignedSeats }>({
  method: 'POST',
  path: '/api/organisations/:id/seats/assign',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Assigns seats to people of the organisation: to all who are named, or to none',
  errors: [
    'organisations.not-found',
    'organisations.not-allowed',
    'organisations.person-not-found',
    'organisations.address-not-in',
    'organisations.seats-short',
  ],
});

export const takeBackSeat = endpoint<{ params: SeatParams; reply: Message }>({
  method: 'DELETE',
  path: '/api/organisations/:id/seats/:seatId/person',
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Takes a seat back from its person',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.seat-not-found'],
});
