import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Message } from '#contract/accounts.ts';
import * as endpoints from '#contract/promotions-admin.endpoints.ts';
import { PromoCode, PromoCodeQuery, PromoRedemption, RedemptionQuery } from '#contract/promotions-admin.ts';
import { PromoCodeForm, PromoCodePatch } from '#contract/promotions-form.ts';
import { IdParams } from '#contract/text.ts';
import type { Database } from '#server/platform/database/db.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './admin-actions.ts';

type PromoAdminRoutes = { database: Database; currency: string };

/** The administrators' routes about promo codes. */
export function promoAdminRoutes(app: FastifyInstance, { database, currency }: PromoAdminRoutes): void {
  const { read, write } = routesOf(app, database);

  const list = { query: PromoCodeQuery, reply: z.array(PromoCode) };
  read(endpoints.listPromoCodes, list, async (ctx, { query, reply }) => {
    const { codes, total } = await actions.listCodes(ctx, query);
    reply.header('x-total-count', total);
    return codes;
  });

  write(endpoints.createPromoCode, { body: PromoCodeForm, reply: PromoCode }, (ctx, { body }) =>
    actions.createCode(ctx, body, currency),
  );

  read(endpoints.getPromoCode, { params: IdParams, reply: PromoCode }, (ctx, { params }) =>
    actions.getCode(ctx, params.id),
  );

  const save = { params: IdParams, body: PromoCodePatch, reply: PromoCode };
  write(endpoints.savePromoCode, save, (ctx, { params, body }) => actions.saveCode(ctx, params.id, body));

  write(endpoints.deletePromoCode, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await actions.deleteCode(ctx, params.id);
    return { message: 'Promo code deleted' };
  });

  const logs = { query: RedemptionQuery, reply: z.array(PromoRedemption) };
  read(endpoints.listPromoRedemptions, logs, async (ctx, { query, reply }) => {
    const { redemptions, total } = await actions.listRedemptions(ctx, query);
    reply.header('x-total-count', total);
    return redemptions;
  });
}
