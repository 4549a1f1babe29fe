import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/purchases-seats.endpoints.ts';
import { SeatPrices, SeatPricesForm } from '#contract/purchases-seats.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './seat-actions.ts';

/** What seats of a resource cost, and administrators who set it (SEAT-01). */
export function seatPriceRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  const shown = { params: IdParams, reply: SeatPrices };
  read(endpoints.getSeatPrices, shown, (ctx, { params }) => actions.getSeatPrices(ctx, params.id));
  read(endpoints.getSetSeatPrices, shown, (ctx, { params }) => actions.getSetSeatPrices(ctx, params.id));

  const setting = { params: IdParams, body: SeatPricesForm, reply: SeatPrices };
  write(endpoints.setSeatPrices, setting, (ctx, { params, body }) => actions.setSeatPrices(ctx, params.id, body));
}
