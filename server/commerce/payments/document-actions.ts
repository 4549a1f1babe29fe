import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import type { PrintedDocument } from './document-pdf.ts';
import { type BilledTo, buyerLines, creditOf, type DocumentAmounts, documentNumber, taxOf } from './document-rules.ts';
import * as store from './document-store.ts';
import type { PaymentOf } from './rules.ts';
import { reverseCharge } from './tax-rules.ts';

const reverseChargeNote = 'Reverse charge: the buyer accounts for the tax.';

type Paid = {
  payment: PaymentOf;
  userId: number;
  /** Company that the payment is billed to; absent when it is the member. */
  billed?: BilledTo;
  seller: readonly string[];
  amounts: DocumentAmounts;
  /** Stripe's id of the payment. */
  paymentReference: string | null;
  paidAt: Date;
};

/**
 * Issues the missing documents of a payment: its invoice, and the credit notes of its refunds (TAX-04). The transaction
 * should end soon afterwards, because the next document waits for its number until then.
 * @returns the number of the invoice
 */
export async function issueDocuments(ctx: Context, paid: Paid): Promise<string> {
  const invoice = (await store.findInvoiceOf(ctx.db, paid.payment)) ?? (await issueInvoice(ctx, paid));
  for (const refund of await store.listUncredited(ctx.db, paid.payment)) {
    const creditedMinor = await store.sumCredited(ctx.db, paid.payment);
    const amounts = creditOf(invoice, { creditedMinor, refundMinor: refund.amountMinor });
    const refunded = { kind: 'credit_note' as const, refundId: refund.id, paidAt: refund.at };
    await store.insertDocument(ctx.db, {
      ...paid,
      ...refunded,
      buyer: invoice.buyer,
      country: invoice.country,
      amounts,
      taxMinor: taxOf(amounts),
    });
  }
  return documentNumber(invoice);
}

async function issueInvoice(ctx: Context, paid: Paid): Promise<store.IssuedDocument> {
  const buyer = { ...(await store.getBuyer(ctx.db, paid.userId)), ...paid.billed };
  const { country } = buyer;
  return store.insertDocument(ctx.db, {
    ...paid,
    kind: 'invoice',
    refundId: null,
    buyer: buyerLines(buyer),
    country,
    taxMinor: taxOf(paid.amounts),
  });
}

/**
 * Returns a document to print: the caller's own, or any for administrators.
 * @param portal names the current seller, for documents of payments that were recorded before the portal issued
 * documents
 * @throws payments.document-not-found
 */
export async function getDocument(
  ctx: MemberContext,
  id: number,
  portal: Pick<Portal, 'seller'>,
): Promise<PrintedDocument> {
  const document = await store.findDocument(ctx.db, id);
  const isAllowed = document?.userId === ctx.actor.userId || ctx.actor.role === 'administrator';
  if (!document || !isAllowed) throw fail('payments.document-not-found');
  const invoice = document.kind === 'credit_note' ? await store.findInvoiceOf(ctx.db, document.payment) : null;
  const hasFailed = document.refundId !== null && (await store.hasRefundFailed(ctx.db, document.refundId));
  return {
    ...document,
    number: documentNumber(document),
    seller: document.seller.length > 0 ? document.seller : await portal.seller(ctx),
    corrects: invoice && documentNumber(invoice),
    notes: [
      ...(document.taxes.some(({ name }) => name === reverseCharge) ? [reverseChargeNote] : []),
      ...(hasFailed ? ['This refund failed, so this credit note is void.'] : []),
    ],
  };
}
