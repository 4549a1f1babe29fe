import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/commerce/promotions.endpoints.ts';
import * as admin from '#contract/commerce/promotions-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { nameOfDay, sendCsv, textToTake } from '#server/platform/http/send-csv.ts';
import { hasHadTrial } from './actions.ts';
import * as actions from './admin-actions.ts';
import type { PromoDeps } from './flows/promo-deps.ts';
import { openCheckout, redeemTrial, startTrial, validate } from './flows/redeem.ts';

type PromoRoutes = { database: Database; deps: PromoDeps };

export function promoRoutes(app: FastifyInstance, { database, deps }: PromoRoutes): void {
  const { flow, read } = routesOf(app, database);

  read(endpoints.getOwnTrial, async (ctx) => ({ isUsed: await hasHadTrial(ctx, deps.claims) }));

  flow(endpoints.redeemPromoCode, (ctx, { body }) => redeemTrial(ctx, deps, body));

  flow(endpoints.startTrial, (ctx, { body }) => startTrial(ctx, deps, body));

  flow(endpoints.validatePromoCode, (ctx, { body }) => validate(ctx, deps, body));

  flow(endpoints.redeemValidatedCode, async (ctx, { body }) => ({
    checkoutUrl: await openCheckout(ctx, deps, body),
  }));
}

export function promoAdminRoutes(app: FastifyInstance, { database, deps }: PromoRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  read(admin.listPromoCodes, async (ctx, { query, reply }) => {
    const { codes, total } = await actions.listCodes(ctx, query);
    reply.header('x-total-count', total);
    return codes;
  });

  flow(admin.downloadPromoCodes, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportCodes(inner, query));
    return sendCsv(reply, { name: nameOfDay('promo-codes', ctx), text });
  });

  write(admin.createPromoCode, (ctx, { body }) => actions.createCode(ctx, body, deps.currency));

  read(admin.listPromoPlans, (ctx) => actions.listPlans(ctx, deps.currency));

  read(admin.getPromoCode, (ctx, { params }) => actions.getCode(ctx, params.id));

  write(admin.savePromoCode, (ctx, { params, body }) => actions.saveCode(ctx, params.id, body));

  write(admin.deletePromoCode, async (ctx, { params }) => {
    await actions.deleteCode(ctx, params.id);
    return { message: 'Promo code deleted' };
  });

  read(admin.listPromoRedemptions, async (ctx, { query, reply }) => {
    const { redemptions, total } = await actions.listRedemptions(ctx, query);
    reply.header('x-total-count', total);
    return redemptions;
  });
}
