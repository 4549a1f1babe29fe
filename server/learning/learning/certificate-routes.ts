import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/learning/learning-certificates.endpoints.ts';
import { brandFieldOf, type PortalSettings } from '#server/identity/settings/actions.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import * as actions from './certificate-actions.ts';

export type CertificateRoutes = {
  database: Database;
  limiter: Limiter;
  /** Limit of printed certificates per member. */
  limits: { prints: Limit };
  publicUrl: string;
  settings: () => Promise<PortalSettings>;
  printedBrand: () => Promise<PrintedBrand>;
};

/** Registers the routes of certificates for their holders, and for owners and managers (LEARN-04, ORG-10). */
export function certificateRoutes(app: FastifyInstance, deps: CertificateRoutes): void {
  const { database, limiter, limits, publicUrl, settings, printedBrand } = deps;
  const { read, write } = routesOf(app, database);

  read(endpoints.listCertificates, async (ctx, { query, reply }) => {
    const { certificates, total } = await actions.listCertificates(ctx, query);
    reply.header('x-total-count', String(total));
    return certificates;
  });

  read(endpoints.downloadCertificate, async (ctx, { params, request, reply }) => {
    const certificate = await actions.getPrintedCertificate(ctx, params.id);
    if (request.method !== 'HEAD') await limiter.take(limits.prints, String(ctx.actor.userId));
    const present = await settings();
    const issuer = {
      productName: present.productName,
      publisher: present.publisherName,
      publicUrl,
      brand: await printedBrand(),
      field: brandFieldOf(present),
    };
    // Imported on first use, because the PDF library takes 10 MB of memory.
    const { printCertificate } = await import('./certificate-pdf.ts');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="certificate-${certificate.code}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(request.method === 'HEAD' ? '' : await printCertificate(certificate, issuer));
  });

  write(endpoints.changeCertificate, (ctx, { params, body }) => actions.showName(ctx, params.id, body.showName));

  read(endpoints.listOrganisationCertificates, async (ctx, { params, query, reply }) => {
    const { certificates, total } = await actions.listOrganisationCertificates(ctx, params.id, query);
    reply.header('x-total-count', String(total));
    return certificates;
  });
}
