import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/commerce/payments.endpoints.ts';
import * as admin from '#contract/commerce/payments-admin.endpoints.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { PrintedBrand } from '#server/platform/files/pdf.ts';
import { routesOf } from '#server/platform/http/routes.ts';
import { sendCsv, textToTake } from '#server/platform/http/send-csv.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { exportAccounts } from './accounts-actions.ts';
import { getDetails } from './actions.ts';
import { getDocument } from './document-actions.ts';
import { type DetailsDeps, saveDetails } from './flows/details.ts';

type PaymentRoutes = {
  database: Database;
  details: DetailsDeps;
  portal: Pick<Portal, 'seller'>;
  printedBrand: () => Promise<PrintedBrand>;
};

export function paymentRoutes(app: FastifyInstance, { database, details, portal, printedBrand }: PaymentRoutes): void {
  const { read, flow } = routesOf(app, database);

  read(endpoints.getBillingDetails, (ctx) => getDetails(ctx));

  flow(endpoints.saveBillingDetails, (ctx, { body }) => saveDetails(ctx, details, body));

  flow(admin.downloadAccounts, async (ctx, { query, request, reply }) => {
    const text = await textToTake(request, ctx, (inner) => exportAccounts(inner, query));
    return sendCsv(reply, { name: `${query.part}-${query.month}`, text });
  });

  read(endpoints.downloadDocument, async (ctx, { params, reply }) => {
    const document = await getDocument(ctx, params.id, portal);
    // Imported on first use, because the PDF library takes 10 MB of memory.
    const { printDocument } = await import('./document-pdf.ts');
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${document.number}.pdf"`)
      .header('x-content-type-options', 'nosniff')
      .send(await printDocument(document, await printedBrand()));
  });
}
