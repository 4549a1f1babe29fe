import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/commerce/promotions.endpoints.ts';
import {
  OpenedCheckout,
  OwnTrial,
  RedeemCode,
  RedeemValidated,
  StartedTrial,
  StartTrial,
  TypedCode,
  Validation,
} from '#contract/commerce/promotions.ts';
import * as admin from '#contract/commerce/promotions-admin.endpoints.ts';
import {
  PromoCode,
  PromoCodeQuery,
  PromoCsvQuery,
  PromoPlan,
  PromoRedemption,
  RedemptionQuery,
} from '#contract/commerce/promotions-admin.ts';
import { PromoCodeForm, PromoCodePatch } from '#contract/commerce/promotions-form.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
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

  read(endpoints.getOwnTrial, { reply: OwnTrial }, async (ctx) => ({ isUsed: await hasHadTrial(ctx, deps.claims) }));

  flow(endpoints.redeemPromoCode, { body: RedeemCode, reply: Message }, (ctx, { body }) =>
    redeemTrial(ctx, deps, body),
  );

  flow(endpoints.startTrial, { body: StartTrial, reply: StartedTrial }, (ctx, { body }) => startTrial(ctx, deps, body));

  flow(endpoints.validatePromoCode, { body: TypedCode, reply: Validation }, (ctx, { body }) =>
    validate(ctx, deps, body),
  );

  flow(endpoints.redeemValidatedCode, { body: RedeemValidated, reply: OpenedCheckout }, async (ctx, { body }) => ({
    checkoutUrl: await openCheckout(ctx, deps, body),
  }));
}

export function promoAdminRoutes(app: FastifyInstance, { database, deps }: PromoRoutes): void {
  const { read, write, flow } = routesOf(app, database);

  const list = { query: PromoCodeQuery, reply: z.array(PromoCode) };
  read(admin.listPromoCodes, list, async (ctx, { query, reply }) => {
    const { codes, total } = await actions.listCodes(ctx, query);
    reply.header('x-total-count', total);
    return codes;
  });

  flow(admin.downloadPromoCodes, { query: PromoCsvQuery }, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => actions.exportCodes(inner, query));
    return sendCsv(reply, { name: nameOfDay('promo-codes', ctx), text });
  });

  write(admin.createPromoCode, { body: PromoCodeForm, reply: PromoCode }, (ctx, { body }) =>
    actions.createCode(ctx, body, deps.currency),
  );

  read(admin.listPromoPlans, { reply: z.array(PromoPlan) }, (ctx) => actions.listPlans(ctx, deps.currency));

  read(admin.getPromoCode, { params: IdParams, reply: PromoCode }, (ctx, { params }) =>
    actions.getCode(ctx, params.id),
  );

  const save = { params: IdParams, body: PromoCodePatch, reply: PromoCode };
  write(admin.savePromoCode, save, (ctx, { params, body }) => actions.saveCode(ctx, params.id, body));

  write(admin.deletePromoCode, { params: IdParams, reply: Message }, async (ctx, { params }) => {
    await actions.deleteCode(ctx, params.id);
    return { message: 'Promo code deleted' };
  });

  const logs = { query: RedemptionQuery, reply: z.array(PromoRedemption) };
  read(admin.listPromoRedemptions, logs, async (ctx, { query, reply }) => {
    const { redemptions, total } = await actions.listRedemptions(ctx, query);
    reply.header('x-total-count', total);
    return redemptions;
  });
}
