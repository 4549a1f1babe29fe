import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Message } from '../message.ts';
import { IdParams } from '../text.ts';
import { AssignedSeats, Seat, SeatAssignment, SeatParams, SeatPool, SeatsQuery } from './seats.ts';

/** @public The group of these calls in the API's description. */
export const about = 'Seats of organisations: their people, assigning them and taking them back';

export const listSeatPools = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/seat-pools',
  params: IdParams,
  response: z.array(SeatPool),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The seats of an organisation by what they open, with how many are in use',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const listSeats = endpoint({
  method: 'GET',
  path: '/api/organisations/:id/seats',
  params: IdParams,
  query: SeatsQuery,
  response: z.array(Seat),
  caller: 'member',
  scope: 'organisation:read',
  summary: 'The seats in use with their people, latest assigned first; X-Total-Count is their number',
  errors: ['organisations.not-found', 'organisations.not-allowed'],
});

export const assignSeats = endpoint({
  method: 'POST',
  path: '/api/organisations/:id/seats/assign',
  params: IdParams,
  body: SeatAssignment,
  response: AssignedSeats,
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

export const takeBackSeat = endpoint({
  method: 'DELETE',
  path: '/api/organisations/:id/seats/:seatId/person',
  params: SeatParams,
  response: Message,
  caller: 'member',
  scope: 'organisation:write',
  summary: 'Takes a seat back from its person',
  errors: ['organisations.not-found', 'organisations.not-allowed', 'organisations.seat-not-found'],
});
