import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as endpoints from '#contract/identity/connections.endpoints.ts';
import { outcomeAddress } from '#server/identity/connections/outcome-actions.ts';
import { giveUp } from '#server/identity/connections/waiting-actions.ts';
import type { SessionCookies } from '#server/identity/sign-in/company-actions.ts';
import { ownPath } from '#server/identity/sign-in/rules.ts';
import type { Database } from '#server/platform/database/db.ts';
import { Failure } from '#server/platform/failure.ts';
import type { Cookie } from '#server/platform/http/cookies.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { newSecret } from '#server/platform/security/secrets.ts';
import * as emergency from './flows/emergency.ts';
import { type EntryDeps, finishAtProvider, type Outcome, type Purpose } from './flows/finish.ts';
import * as link from './flows/link.ts';

type EntryRoutes = {
  database: Database;
  entry: EntryDeps;
  links: link.LinkDeps;
  cookies: SessionCookies;
  browserCookie: Cookie;
  /** Cookie of a sign-in that waits for a proof or a choice. */
  pendingCookie: Cookie;
  /** Cookie of a sign-in that waits for a code. */
  codeCookie: Cookie;
  /** Cookie of the challenges for passkeys. */
  challengeCookie: Cookie;
};

const pages: Record<Purpose, string> = { 'sign-in': '/auth', confirm: '/confirmed', test: '/connection-test' };

export function entryRoutes(app: FastifyInstance, options: EntryRoutes): void {
  const { database, entry, cookies, browserCookie, pendingCookie, codeCookie } = options;
  const { visitors } = routesOf(app, database);

  visitors.flow(endpoints.finishConnection, async (ctx, { params, request, reply }) => {
    reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
    const browser = cookies.browserOf(request);
    let purpose: Purpose = 'sign-in';
    const answer = {
      ...params,
      search: new URL(request.url, 'http://portal').search,
      browserSecret: browserCookie.read(request),
      sessionSecret: cookies.read(request),
      device: browser,
    };
    try {
      const outcome = await finishAtProvider(ctx, entry, answer, (found) => {
        purpose = found;
      });
      if (outcome.kind === 'signed-in' || outcome.kind === 'confirmed') cookies.open(reply, outcome.secret, browser);
      if (outcome.kind === 'link' || outcome.kind === 'switch') pendingCookie.set(reply, outcome.secret);
      if (outcome.kind === 'code') codeCookie.set(reply, outcome.secret);
      return reply.redirect(pageOf(outcome, params.connectionId));
    } catch (error) {
      if (!(error instanceof Failure) || !request.headers.accept?.includes('text/html')) throw error;
      return reply.redirect(await outcomeAddress(ctx, pages[purpose], error, params.connectionId));
    }
  });

  pendingRoutes(app, options);
}

function pageOf(outcome: Outcome, connectionId: string): string {
  if (outcome.kind === 'confirmed') return '/confirmed';
  if (outcome.kind === 'tested') return `/connection-test?connection=${connectionId}`;
  const next = ownPath(outcome.returnTo);
  if (outcome.kind === 'signed-in') return next;
  return `/auth?${new URLSearchParams({ view: outcome.kind, ...(next !== '/' && { next }) })}`;
}

const small = { bodyLimit: 4 * 1024 };
const signedSize = { bodyLimit: 32 * 1024 };

/** Registers the routes for a browser whose sign-in waits, and for emergency sign-ins. */
function pendingRoutes(app: FastifyInstance, options: EntryRoutes): void {
  const { database, links, cookies, pendingCookie, codeCookie, challengeCookie } = options;
  const { visitors } = routesOf(app, database);
  const browserOf = (request: FastifyRequest): link.Browser & { device: ReturnType<SessionCookies['browserOf']> } => ({
    secret: pendingCookie.read(request),
    sessionSecret: cookies.read(request),
    device: cookies.browserOf(request),
  });
  // Without the cookie the secret is a new one, for which no challenge is found.
  const heldBy = (request: FastifyRequest) => ({ browserSecret: challengeCookie.read(request) ?? newSecret() });

  visitors.flow(endpoints.getPendingSignIn, (ctx, { request }) => link.showPending(ctx, links, browserOf(request)));

  visitors.write(endpoints.cancelPendingSignIn, async (ctx, { request, reply }) => {
    await giveUp(ctx, pendingCookie.read(request));
    pendingCookie.clear(reply);
    return { message: 'The sign-in was given up.' };
  });

  visitors.flow(
    endpoints.linkByPassword,
    async (ctx, { body, request, reply }) => {
      const browser = browserOf(request);
      const done = await link.linkByPassword(ctx, links, browser, body);
      pendingCookie.clear(reply);
      cookies.open(reply, done.secret, browser.device);
      return { next: ownPath(done.next) };
    },
    small,
  );

  visitors.flow(
    endpoints.linkByPasskey,
    async (ctx, { body: signed, request, reply }) => {
      const browser = browserOf(request);
      const done = await link.linkByPasskey(ctx, links, browser, { signed, ...heldBy(request) });
      pendingCookie.clear(reply);
      cookies.open(reply, done.secret, browser.device);
      return { next: ownPath(done.next) };
    },
    signedSize,
  );

  visitors.flow(endpoints.mailLink, async (ctx, { request }) => {
    await link.mailLink(ctx, links, browserOf(request));
    return { message: 'The link is on its way to you. Open it in this browser, within an hour.' };
  });

  visitors.flow(
    endpoints.linkByMail,
    async (ctx, { body, request, reply }) => {
      const browser = browserOf(request);
      const done = await link.linkByMail(ctx, links, browser, body);
      pendingCookie.clear(reply);
      cookies.open(reply, done.secret, browser.device);
      return { next: ownPath(done.next) };
    },
    small,
  );

  visitors.flow(endpoints.switchAccount, async (ctx, { request, reply }) => {
    const browser = browserOf(request);
    const done = await link.switchAccount(ctx, links, browser);
    pendingCookie.clear(reply);
    const next = ownPath(done.next);
    if (!done.isCode) {
      cookies.open(reply, done.secret, browser.device);
      return { next };
    }
    codeCookie.set(reply, done.secret);
    return { next: `/auth?${new URLSearchParams({ view: 'code', ...(next !== '/' && { next }) })}` };
  });

  visitors.flow(
    endpoints.signInByEmergency,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const { user, secret } = await emergency.signInByPassword(ctx, links.signIn, body, browser);
      cookies.open(reply, secret, browser);
      return user;
    },
    small,
  );

  visitors.flow(
    endpoints.signInByEmergencyPasskey,
    async (ctx, { body, request, reply }) => {
      const browser = cookies.browserOf(request);
      const signed = { signed: body, ...heldBy(request) };
      const { user, secret } = await emergency.signInByPasskey(ctx, links.signIn, signed, browser);
      cookies.open(reply, secret, browser);
      return user;
    },
    signedSize,
  );
}
