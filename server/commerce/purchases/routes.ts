import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import * as endpoints from '#contract/commerce/purchases.endpoints.ts';
import {
  CompletePurchase,
  CreatePaymentIntent,
  Gift,
  GiftLink,
  GivenGift,
  OpenGift,
  OpenPayment,
  Purchase,
  PurchaseConsent,
  PurchaseQuery,
} from '#contract/commerce/purchases.ts';
import * as admin from '#contract/commerce/purchases-admin.endpoints.ts';
import {
  MemberPurchase,
  MemberPurchaseParams,
  OwnerCount,
  OwnerQuery,
  RemovedPurchase,
} from '#contract/commerce/purchases-admin.ts';
import * as seatEndpoints from '#contract/commerce/purchases-seats.endpoints.ts';
import { SeatPrices, SeatPricesForm } from '#contract/commerce/purchases-seats.ts';
import { Message } from '#contract/message.ts';
import { IdParams } from '#contract/text.ts';
import type { RegistrationRefusal } from '#server/identity/sign-in/actions.ts';
import type { Actor } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { type Limit, networkOf } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './actions.ts';
import * as attempts from './attempt-actions.ts';
import { completePurchase, openPayment, type PurchaseDeps } from './flows/checkout.ts';
import * as gifts from './gift-actions.ts';
import * as seats from './seat-price-actions.ts';
import { listOwnerCounts } from './store.ts';

type PurchaseRoutes = {
  database: Database;
  deps: PurchaseDeps;
  /** Limit of links of gifts and invitations opened from one network. */
  openedLinks: Limit;
  /** Finds the member who sent a request; null for a visitor. */
  findActor: (request: FastifyRequest) => Promise<Actor | null>;
  registrationRefusal: RegistrationRefusal;
};

export function purchaseRoutes(app: FastifyInstance, routes: PurchaseRoutes): void {
  const { database, deps } = routes;
  const { read, write, flow } = routesOf(app, database);

  flow(endpoints.createPaymentIntent, { body: CreatePaymentIntent, reply: OpenPayment }, (ctx, { body }) =>
    openPayment(ctx, deps, body),
  );

  write(endpoints.agreeToPurchase, { body: PurchaseConsent, reply: Message }, async (ctx, { body }) => {
    await attempts.agree(ctx, deps, body);
    return { message: 'Your agreement is recorded.' };
  });

  flow(endpoints.completePurchase, { body: CompletePurchase, reply: Purchase }, (ctx, { body }) =>
    completePurchase(ctx, deps, body),
  );

  read(endpoints.listPurchases, { query: PurchaseQuery, reply: z.array(Purchase) }, async (ctx, { query, reply }) => {
    const { purchases, total } = await actions.listPurchases(ctx, query);
    reply.header('x-total-count', String(total));
    return purchases;
  });

  giftRoutes(app, routes);
}

function giftRoutes(app: FastifyInstance, routes: PurchaseRoutes): void {
  const { database, deps, openedLinks, findActor, registrationRefusal } = routes;
  const { read, write, visitors } = routesOf(app, database);

  read(endpoints.listGifts, { query: PurchaseQuery, reply: z.array(Gift) }, async (ctx, { query, reply }) => {
    const { gifts: paid, total } = await gifts.listGifts(ctx, query);
    reply.header('x-total-count', String(total));
    return paid;
  });

  write(endpoints.sendGift, { params: IdParams, reply: Gift }, (ctx, { params }) =>
    gifts.sendGiftAgain(ctx, params.id, deps.portal),
  );

  visitors.flow(endpoints.openGift, { body: GiftLink, reply: OpenGift }, async (ctx, { body, request }) => {
    await deps.limiter.take(openedLinks, networkOf(ctx.origin.ip));
    const reader = (await findActor(request))?.userId ?? null;
    return ctx.transaction((inner) => gifts.openGift(inner, body.secret, { reader, refusal: registrationRefusal }));
  });

  write(endpoints.redeemGift, { body: GiftLink, reply: GivenGift }, (ctx, { body }) =>
    gifts.redeemGift(ctx, body.secret),
  );
}

export function purchaseAdminRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  const list = { params: IdParams, query: PurchaseQuery, reply: z.array(MemberPurchase) };
  read(admin.listMemberPurchases, list, async (ctx, { params, query, reply }) => {
    const { purchases, total } = await actions.listMemberPurchases(ctx, params.id, query);
    reply.header('x-total-count', total);
    return purchases;
  });

  write(
    admin.removePurchase,
    { params: MemberPurchaseParams, reply: RemovedPurchase },
    async (ctx, { params: { id, purchaseId } }) => ({
      message: 'The purchase has been removed. A refund is made in the payment provider dashboard.',
      stripePaymentIntentId: await actions.removePurchase(ctx, { userId: id, purchaseId }),
    }),
  );

  read(admin.countOwners, { query: OwnerQuery, reply: z.array(OwnerCount) }, (ctx, { query }) =>
    listOwnerCounts(ctx.db, query.ids),
  );
}

export function seatPriceRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  const shown = { params: IdParams, reply: SeatPrices };
  read(seatEndpoints.getSeatPrices, shown, (ctx, { params }) => seats.getSeatPrices(ctx, params.id));
  read(seatEndpoints.getSetSeatPrices, shown, (ctx, { params }) => seats.getSetSeatPrices(ctx, params.id));

  const setting = { params: IdParams, body: SeatPricesForm, reply: SeatPrices };
  write(seatEndpoints.setSeatPrices, setting, (ctx, { params, body }) => seats.setSeatPrices(ctx, params.id, body));
}
