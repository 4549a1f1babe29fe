import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CertificateParams, certificateCode, PublicCertificate } from '#contract/learning/learning-certificates.ts';
import * as endpoints from '#contract/pages/storefront-certificates.endpoints.ts';
import { verifyPath } from '#contract/pages/storefront-certificates.endpoints.ts';
import { checkCertificate } from '#server/learning/learning/certificate-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { sendPieces } from '#server/platform/http/cached-reply.ts';
import { refusalAsPage } from '#server/platform/http/error-page.ts';
import { type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { contextOf, routesOf } from '#server/platform/http/routes.ts';
import { allowOwnParts, publicPage, type WebApp } from '#server/platform/http/web-app.ts';
import { type Site, verifyHead } from './head.ts';
import { anyone } from './page-routes.ts';

export type CertificateRoutes = {
  database: Database;
  webApp: WebApp;
  limiter: Limiter;
  networkLimitFactor: number;
  site: () => Promise<Site>;
  /** Whether visitors can open the catalogue. */
  isOpen: () => Promise<boolean>;
  hostOf: (request: FastifyRequest) => string;
};

/** The page that says whether a certificate is valid, for anyone with its code, and the call it is drawn from (LEARN-04). */
export function certificateRoutes(app: FastifyInstance, deps: CertificateRoutes): void {
  const { database, webApp, limiter, networkLimitFactor, site, isOpen, hostOf } = deps;
  const { visitors } = routesOf(app, database);
  const wrongCodes = { name: 'certificate-codes', max: 60 * networkLimitFactor, windowSeconds: 3_600 };
  /** Wrong codes are counted by network, and each network may try so many; right ones are free. */
  async function find(ctx: Context, code: string): Promise<PublicCertificate | null> {
    // What cannot be a code is no try.
    if (!certificateCode.test(code)) return null;
    const network = networkOf(ctx.origin.ip);
    await limiter.check(wrongCodes, network);
    const found = await checkCertificate(ctx, code, { catalogueIsPublic: await isOpen() });
    if (!found) await limiter.record(wrongCodes, network);
    return found;
  }

  visitors.read(
    endpoints.checkCertificate,
    { params: CertificateParams, reply: PublicCertificate },
    async (ctx, { params, reply }) => {
      const found = await find(ctx, params.code);
      if (!found) throw fail('storefront.certificate-unknown');
      reply.header('cache-control', 'no-store');
      return found;
    },
  );

  /** Draws the page anew for each request: the holder may hide the name, and each moment can be the last valid one. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, address: string) {
    const text = await publicPage(app, request, webApp, {
      address,
      host: hostOf(request),
      head: verifyHead(await site()),
    });
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    if (text === null) return reply.callNotFound();
    await allowOwnParts(reply, webApp);
    return sendPieces(request, reply, [Buffer.from(text)], 'text/html; charset=utf-8');
  }

  app.get('/verify', anyone, (request, reply) => {
    const { code } = request.query as Record<string, unknown>;
    const typed = typeof code === 'string' ? code.replaceAll(/\s/g, '').slice(0, 100) : '';
    if (typed === '') return sendPage(request, reply, '/verify');
    return reply.header('cache-control', 'no-store').redirect(verifyPath(encodeURIComponent(typed)), 302);
  });

  app.get('/verify/*', { ...anyone, errorHandler: refusalAsPage }, async (request, reply) => {
    const { '*': code = '' } = request.params as Record<string, string>;
    if (await find(contextOf(request, database.db), code)) return sendPage(request, reply, verifyPath(code));
    // The page of each wrong code is the same.
    return sendPage(request, reply.code(404), verifyPath('unknown'));
  });
}
