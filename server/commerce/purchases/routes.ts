import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/commerce/purchases.endpoints.ts';
import * as admin from '#contract/commerce/purchases-admin.endpoints.ts';
import * as seatEndpoints from '#contract/commerce/purchases-seats.endpoints.ts';
import type { RegistrationRejection } from '#server/identity/sign-in/actions.ts';
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
  registrationRejection: RegistrationRejection;
};

export function purchaseRoutes(app: FastifyInstance, routes: PurchaseRoutes): void {
  const { database, deps } = routes;
  const { read, write, flow } = routesOf(app, database);

  flow(endpoints.createPaymentIntent, (ctx, { body }) => openPayment(ctx, deps, body));

  write(endpoints.agreeToPurchase, async (ctx, { body }) => {
    await attempts.agree(ctx, deps, body);
    return { message: 'Your agreement is recorded.' };
  });

  flow(endpoints.completePurchase, (ctx, { body }) => completePurchase(ctx, deps, body));

  read(endpoints.listPurchases, async (ctx, { query, reply }) => {
    const { purchases, total } = await actions.listPurchases(ctx, query);
    reply.header('x-total-count', String(total));
    return purchases;
  });

  giftRoutes(app, routes);
}

function giftRoutes(app: FastifyInstance, routes: PurchaseRoutes): void {
  const { database, deps, openedLinks, findActor, registrationRejection } = routes;
  const { read, write, visitors } = routesOf(app, database);

  read(endpoints.listGifts, async (ctx, { query, reply }) => {
    const { gifts: paid, total } = await gifts.listGifts(ctx, query);
    reply.header('x-total-count', String(total));
    return paid;
  });

  write(endpoints.sendGift, (ctx, { params }) => gifts.sendGiftAgain(ctx, params.id, deps.portal));

  visitors.flow(endpoints.openGift, async (ctx, { body, request }) => {
    await deps.limiter.take(openedLinks, networkOf(ctx.origin.ip));
    const reader = (await findActor(request))?.userId ?? null;
    return ctx.transaction((inner) => gifts.openGift(inner, body.secret, { reader, refusal: registrationRejection }));
  });

  write(endpoints.redeemGift, (ctx, { body }) => gifts.redeemGift(ctx, body.secret));
}

export function purchaseAdminRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(admin.listMemberPurchases, async (ctx, { params, query, reply }) => {
    const { purchases, total } = await actions.listMemberPurchases(ctx, params.id, query);
    reply.header('x-total-count', total);
    return purchases;
  });

  write(admin.removePurchase, async (ctx, { params: { id, purchaseId } }) => ({
    message: 'The purchase has been removed. A refund is made in the payment provider dashboard.',
    stripePaymentIntentId: await actions.removePurchase(ctx, { userId: id, purchaseId }),
  }));

  read(admin.countOwners, (ctx, { query }) => listOwnerCounts(ctx.db, query.ids));
}

export function seatPriceRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  const { read, write } = routesOf(app, database);

  read(seatEndpoints.getSeatPrices, (ctx, { params }) => seats.getSeatPrices(ctx, params.id));
  read(seatEndpoints.getSetSeatPrices, (ctx, { params }) => seats.getSetSeatPrices(ctx, params.id));

  write(seatEndpoints.setSeatPrices, (ctx, { params, body }) => seats.setSeatPrices(ctx, params.id, body));
}
