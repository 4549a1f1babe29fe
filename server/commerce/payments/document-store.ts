import { type Selectable, sql } from 'kysely';
import { portalZone } from '#contract/dates.ts';
import type { Tables } from '#server/migrations/tables.ts';
import { columnsOf as allColumns } from '#server/platform/database/columns.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { Buyer, DocumentAmounts, DocumentKind, DocumentLine, DocumentTax } from './document-rules.ts';
import { columnsOf, isOf } from './refund-store.ts';
import type { PaymentOf } from './rules.ts';

export type NewDocument = {
  payment: PaymentOf;
  kind: DocumentKind;
  userId: number;
  refundId: number | null;
  seller: readonly string[];
  buyer: readonly string[];
  country: string | null;
  amounts: DocumentAmounts;
  taxMinor: number;
  paymentReference: string | null;
  paidAt: Date;
};

type Row = Selectable<Tables['documents']>;

export type IssuedDocument = Pick<
  Row,
  'id' | 'kind' | 'year' | 'number' | 'seller' | 'buyer' | 'country' | 'currency'
> & {
  userId: Row['user_id'];
  payment: PaymentOf;
  refundId: Row['refund_id'];
  lines: DocumentLine[];
  taxes: DocumentTax[];
  totalMinor: Row['total_minor'];
  paymentReference: Row['payment_reference'];
  paidAt: Row['paid_at'];
  issuedAt: Row['issued_at'];
  /** The payer's zone when it was issued. */
  timeZone: string;
};

/** Issues a document under the next number of its kind and year, whose row stays locked until the transaction ends. */
export async function insertDocument(db: Db, document: NewDocument): Promise<IssuedDocument> {
  const { attempt_id, invoice_id } = columnsOf(document.payment);
  const { kind, userId, country, refundId, seller, buyer, amounts, paymentReference, paidAt } = document;
  const { rows } = await sql<Row>`
    with next as (
      insert into document_numbers as known (kind, year, last_number)
      values (${kind}, extract(year from now() at time zone 'UTC')::integer, 1)
      on conflict on constraint document_numbers_pkey do update set last_number = known.last_number + 1
      returning kind, year, last_number
    )
    insert into documents (kind, year, number, user_id, attempt_id, invoice_id, refund_id, seller, buyer, country, lines,
      taxes, currency, tax_minor, total_minor, payment_reference, paid_at, time_zone)
    select kind, year, last_number, ${userId}::integer, ${attempt_id}::integer, ${invoice_id}::integer,
      ${refundId}::integer, ${[...seller]}::text[], ${[...buyer]}::text[], ${country}, ${JSON.stringify(amounts.lines)}::jsonb,
      ${JSON.stringify(amounts.taxes)}::jsonb, ${amounts.currency}, ${document.taxMinor}::integer,
      ${amounts.totalMinor}::integer, ${paymentReference}, ${paidAt}::timestamptz,
      (select time_zone from users where id = ${userId})
    from next returning ${sql.raw(allColumns('documents'))}`.execute(db.kysely);
  const [row] = rows;
  if (!row) throw new Error('No document was issued');
  return issued(row);
}

export async function findInvoiceOf(db: Db, payment: PaymentOf): Promise<IssuedDocument | null> {
  const row = await documents(db).where('kind', '=', 'invoice').where(isOf(payment)).executeTakeFirst();
  return row ? issued(row) : null;
}

export async function findDocument(db: Db, id: number): Promise<IssuedDocument | null> {
  const row = await documents(db).where('id', '=', id).executeTakeFirst();
  return row ? issued(row) : null;
}

/** Sums the credit notes of a payment whose refunds did not fail afterwards, in minor units. */
export async function sumCredited(db: Db, payment: PaymentOf): Promise<number> {
  const { rows } = await sql<{ creditedMinor: number }>`
    select coalesce(sum(amount_minor), 0)::integer as "creditedMinor" from refunds
    where ${isOf(payment)} and status = 'succeeded' and id in (select refund_id from documents)`.execute(db.kysely);
  return rows[0]?.creditedMinor ?? 0;
}

/** Lists refunds of a payment that were made and have no credit note, the oldest first. */
export async function listUncredited(
  db: Db,
  payment: PaymentOf,
): Promise<{ id: number; amountMinor: number; at: Date }[]> {
  const { rows } = await sql<{ id: number; amountMinor: number; at: Date }>`
    select id, amount_minor as "amountMinor", created_at as at from refunds
    where ${isOf(payment)} and status = 'succeeded'
      and not exists (select from documents where refund_id = refunds.id)
    order by created_at, id`.execute(db.kysely);
  return rows;
}

/** Whether the refund of a credit note failed after all. */
export async function hasRefundFailed(db: Db, refundId: number): Promise<boolean> {
  const row = await db.kysely.selectFrom('refunds').select('status').where('id', '=', refundId).executeTakeFirst();
  return row !== undefined && row.status !== 'succeeded';
}

/** Returns the name and details of a member for documents. */
export async function getBuyer(db: Db, userId: number): Promise<Buyer> {
  return db.kysely
    .selectFrom('users')
    .leftJoin('billing_details as d', 'd.user_id', 'users.id')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'organization',
      'company_name as companyName',
      'line1',
      'line2',
      'city',
      'postcode',
      'country',
      'tax_id as taxId',
      'purchase_order as purchaseOrder',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

function documents(db: Db) {
  return db.kysely.selectFrom('documents').selectAll();
}

function issued(row: Row): IssuedDocument {
  const { id, kind, year, number, seller, buyer, country, currency } = row;
  return {
    id,
    kind,
    year,
    number,
    seller,
    buyer,
    country,
    currency,
    userId: row.user_id,
    // A check of the table ensures that exactly one of the two columns is set.
    payment: row.attempt_id === null ? { invoiceId: row.invoice_id ?? 0 } : { attemptId: row.attempt_id },
    refundId: row.refund_id,
    // Safe casts, because only `insertDocument` and the migration write these columns.
    lines: row.lines as DocumentLine[],
    taxes: row.taxes as DocumentTax[],
    totalMinor: row.total_minor,
    paymentReference: row.payment_reference,
    paidAt: row.paid_at,
    issuedAt: row.issued_at,
    timeZone: row.time_zone ?? portalZone,
  };
}
