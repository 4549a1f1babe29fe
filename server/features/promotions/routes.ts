import type { FastifyInstance } from 'fastify';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/promotions.endpoints.ts';
import { OpenedCheckout, RedeemCode, RedeemValidated, TypedCode, Validation } from '#contract/promotions.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { openCheckout, validate } from './flows/checkout.ts';
import type { PromoDeps } from './flows/promo-deps.ts';
import { redeemTrial } from './flows/redeem-trial.ts';

type PromoRoutes = { database: Database; deps: PromoDeps };

/** Routes for redeeming a promo code: in one step, or validated first and then at Stripe's checkout. */
export function promoRoutes(app: FastifyInstance, { database, deps }: PromoRoutes): void {
  const { flow } = routesOf(app, database);

  flow(endpoints.redeemPromoCode, { body: RedeemCode, reply: Message }, async (ctx, { body }) => ({
    message: await redeemTrial(ctx, deps, body),
  }));

  flow(endpoints.validatePromoCode, { body: TypedCode, reply: Validation }, (ctx, { body }) =>
    validate(ctx, deps, body.code),
  );

  flow(endpoints.redeemValidatedCode, { body: RedeemValidated, reply: OpenedCheckout }, async (ctx, { body }) => ({
    checkoutUrl: await openCheckout(ctx, deps, body),
  }));
}
