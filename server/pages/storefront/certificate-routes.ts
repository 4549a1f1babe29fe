import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { certificateCode, type PublicCertificate } from '#contract/learning/learning-certificates.ts';
import * as endpoints from '#contract/pages/storefront-certificates.endpoints.ts';
import { verifyPath } from '#contract/pages/storefront-certificates.endpoints.ts';
import { checkCertificate } from '#server/learning/learning/certificate-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import { sendPieces } from '#server/platform/http/cached-response.ts';
import { rejectionAsPage } from '#server/platform/http/error-page.ts';
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

/** Registers the public page and the API route that show whether a certificate is valid (LEARN-04). */
export function certificateRoutes(app: FastifyInstance, deps: CertificateRoutes): void {
  const { database, webApp, limiter, networkLimitFactor, site, isOpen, hostOf } = deps;
  const { visitors } = routesOf(app, database);
  const wrongCodes = { name: 'certificate-codes', max: 60 * networkLimitFactor, windowSeconds: 3_600 };
  /** Finds a certificate by its code. Limits wrong codes per network; right ones do not count. */
  async function find(ctx: Context, code: string): Promise<PublicCertificate | null> {
    // A text that cannot be a code does not count as an attempt.
    if (!certificateCode.test(code)) return null;
    const network = networkOf(ctx.origin.ip);
    await limiter.check(wrongCodes, network);
    const found = await checkCertificate(ctx, code, { catalogueIsPublic: await isOpen() });
    if (!found) await limiter.record(wrongCodes, network);
    return found;
  }

  visitors.read(endpoints.checkCertificate, async (ctx, { params, reply }) => {
    const found = await find(ctx, params.code);
    if (!found) throw fail('storefront.certificate-unknown');
    reply.header('cache-control', 'no-store');
    return found;
  });

  /**
   * Renders the page for each request, because the holder may hide the name, and the certificate may expire at any
   * moment.
   */
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

  app.get('/verify/*', { ...anyone, errorHandler: rejectionAsPage }, async (request, reply) => {
    const { '*': code = '' } = request.params as Record<string, string>;
    if (await find(contextOf(request, database.db), code)) return sendPage(request, reply, verifyPath(code));
    // All wrong codes get the same page.
    return sendPage(request, reply.code(404), verifyPath('unknown'));
  });
}
