import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/subscriptions-seats.endpoints.ts';
import { PlanSeatPrices, PlanSeatPricesForm } from '#contract/subscriptions-seats.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './seat-price-actions.ts';

/** What seats of the plan cost, and administrators who set it (SEAT-01). */
export function planSeatPriceRoutes(
  app: FastifyInstance,
  { database, currency }: { database: Database; currency: string },
): void {
  const { read, write } = routesOf(app, database);
  const shown = { reply: PlanSeatPrices };
  read(endpoints.getPlanSeatPrices, shown, (ctx) => actions.getSeatPrices(ctx, currency));
  read(endpoints.getSetPlanSeatPrices, shown, (ctx) => actions.getSetSeatPrices(ctx, currency));
  const setting = { body: PlanSeatPricesForm, reply: PlanSeatPrices };
  write(endpoints.setPlanSeatPrices, setting, (ctx, { body }) => actions.setSeatPrices(ctx, body, currency));
}
