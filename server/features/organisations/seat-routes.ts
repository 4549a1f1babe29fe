import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/organisations-seats.endpoints.ts';
import {
  AssignedSeats,
  Seat,
  SeatAssignment,
  SeatParams,
  SeatPool,
  SeatsQuery,
} from '#contract/organisations-seats.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './seat-actions.ts';

/** Seats for owners and managers (SEAT-03). */
export function seatRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(endpoints.listSeatPools, { params: IdParams, reply: z.array(SeatPool) }, (ctx, { params }) =>
    actions.listPools(ctx, params.id),
  );

  const list = { params: IdParams, query: SeatsQuery, reply: z.array(Seat) };
  read(endpoints.listSeats, list, async (ctx, { params, query, reply }) => {
    const { seats, total } = await actions.listSeats(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return seats;
  });

  const assignment = { params: IdParams, body: SeatAssignment, reply: AssignedSeats };
  write(endpoints.assignSeats, assignment, (ctx, { params, body }) => actions.assignSeats(ctx, params.id, body));

  write(endpoints.takeBackSeat, { params: SeatParams, reply: Message }, async (ctx, { params: { id, seatId } }) => {
    await actions.takeBackSeat(ctx, id, seatId);
    return { message: 'The seat was taken back.' };
  });
}
