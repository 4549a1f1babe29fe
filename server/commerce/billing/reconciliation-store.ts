import { type Selectable, sql } from 'kysely';
import { type DiscrepancyKind, discrepancyKinds, type Waiting } from '#contract/commerce/reconciliation.ts';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Numbers of compared records, and of those among them that belong to another use of the same Stripe account. */
export type Compared = { payments: number; subscriptions: number; events: number; notOurs: number };

/** @returns the id of the run */
export async function insertRun(db: Db): Promise<number> {
  const row = await db.kysely
    .insertInto('reconciliation_runs')
    .values({ compared: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Ends a run, or records why it stopped. */
export async function updateRun(
  db: Db,
  id: number,
  { compared, error }: { compared: Compared; error: string | null },
): Promise<void> {
  await db.kysely
    .updateTable('reconciliation_runs')
    .set({
      compared: JSON.stringify(compared),
      last_error: error,
      finished_at: error === null ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute();
}

export type Run = {
  id: number;
  startedAt: Date;
  finishedAt: Date | null;
  compared: Partial<Compared>;
  error: string | null;
};

/** Finds the run that began last; null when there was none. */
export async function findLastRun(db: Db): Promise<Run | null> {
  const row = await db.kysely
    .selectFrom('reconciliation_runs')
    .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'compared', 'last_error as error'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the beginning of the last run that succeeded; null when none has. */
export async function findLastFinished(db: Db): Promise<Date | null> {
  const row = await db.kysely
    .selectFrom('reconciliation_runs')
    .select('started_at')
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.started_at ?? null;
}

export type NewDiscrepancy = {
  kind: DiscrepancyKind;
  subject: string;
  userId: number | null;
  details: string;
  outcome: string;
};

/** Stores a finding of a run. A discrepancy that is found again remains one row, with the later run. */
export async function upsertDiscrepancy(db: Db, runId: number, found: NewDiscrepancy): Promise<void> {
  const { kind, subject, userId: user_id, details, outcome } = found;
  await db.kysely
    .insertInto('reconciliation_discrepancies')
    .values({ kind, subject, user_id, details, outcome, first_run_id: runId, last_run_id: runId })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ details, outcome, last_run_id: runId, seen_at: sql<Date>`now()` }),
    )
    .execute();
}

type Discrepancy = Selectable<Tables['reconciliation_discrepancies']>;
export type FoundRow = Pick<Discrepancy, 'id' | 'subject' | 'details' | 'outcome'> & {
  kind: DiscrepancyKind;
  userId: Discrepancy['user_id'];
  member: string | null;
  foundAt: Discrepancy['found_at'];
  lastRunId: Discrepancy['last_run_id'];
};

/**
 * Lists discrepancies that a comparison saw in the last 30 days, the last seen first. Kinds of earlier versions are
 * left out.
 */
export async function listDiscrepancies(db: Db, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select f.id, f.kind, f.subject, f.user_id as "userId", f.details, f.outcome, f.found_at as "foundAt",
      f.last_run_id as "lastRunId", u.first_name || ' ' || u.last_name as member
    from reconciliation_discrepancies f left join users u on u.id = f.user_id
    where f.seen_at > now() - interval '30 days' and f.kind = any (${[...discrepancyKinds]}::text[])
    order by f.seen_at desc, f.id desc limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Deletes findings 90 days after they were last seen, and runs of that age that no finding names. */
export async function deleteOldRuns(db: Db): Promise<void> {
  await sql`delete from reconciliation_discrepancies where seen_at < now() - interval '90 days'`.execute(db.kysely);
  await sql`delete from reconciliation_runs r where started_at < now() - interval '90 days'
    and not exists (select 1 from reconciliation_discrepancies where r.id in (first_run_id, last_run_id))`.execute(
    db.kysely,
  );
}

/** Lists the recorded statuses of Stripe's subscriptions; unknown subscriptions are left out. */
export async function listKnownSubscriptions(
  db: Db,
  stripeIds: readonly string[],
): Promise<{ stripeId: string | null; status: string }[]> {
  if (stripeIds.length === 0) return [];
  return db.kysely
    .selectFrom('subscriptions')
    .select(['stripe_subscription_id as stripeId', 'status'])
    .where('stripe_subscription_id', 'in', stripeIds)
    .execute();
}

type DoubleSubscriber = { userId: Selectable<Tables['subscriptions']>['user_id']; subscriptions: string };

/** Lists members with more than one subscription that runs at Stripe, for themselves or for one organisation. */
export async function listDoubleSubscribers(db: Db): Promise<DoubleSubscriber[]> {
  const { rows } = await sql<DoubleSubscriber>`
    select user_id as "userId", string_agg(stripe_subscription_id, ', ' order by id) as subscriptions
    from subscriptions where status in ('trialing', 'active', 'past_due', 'unpaid')
    group by user_id, organisation_id having count(*) > 1`.execute(db.kysely);
  return rows;
}

type Purchase = Selectable<Tables['purchases']>;
type UnpaidPurchase = Pick<Selectable<Tables['resources']>, 'title'> & {
  intentId: NonNullable<Purchase['stripe_payment_intent_id']>;
  userId: Purchase['user_id'];
};

/** Lists live purchases whose payment did not succeed, or was refunded or lost. */
export async function listUnpaidPurchases(db: Db): Promise<UnpaidPurchase[]> {
  const { rows } = await sql<UnpaidPurchase>`
    select p.stripe_payment_intent_id as "intentId", p.user_id as "userId", r.title
    from purchases p join payment_attempts a on a.id = p.attempt_id join resources r on r.id = p.resource_id
    where p.status = 'paid' and p.amount_minor > 0 and (a.status <> 'succeeded'
      or (select coalesce(sum(f.amount_minor), 0) from refunds f
          where f.attempt_id = a.id and f.status = 'succeeded') >= p.amount_minor
      or exists (select 1 from disputes d where d.attempt_id = a.id and d.lost_at is not null))`.execute(db.kysely);
  return rows;
}

type Attempt = Selectable<Tables['payment_attempts']>;

/** Identifies a payment: `intentId` for a resource, `stripeInvoiceId` for a subscription; the other is null. */
export type Incomplete = { intentId: Attempt['stripe_payment_intent_id']; stripeInvoiceId: string | null };

/** Lists payments that were recorded without an invoice, or whose dispute has no due date yet, the oldest first. */
export async function listIncomplete(db: Db, limit: number): Promise<Incomplete[]> {
  const { rows } = await sql<Incomplete & { at: Date | null }>`
    select stripe_payment_intent_id as "intentId", null as "stripeInvoiceId", succeeded_at as at from payment_attempts a
    where status = 'succeeded' and amount_received_minor > 0
      and not exists (select from documents d where d.attempt_id = a.id and d.kind = 'invoice')
    union all
    select null, stripe_invoice_id, paid_at from invoices i where ((status = 'paid' and total_minor > 0) or paid_minor > 0)
      and not exists (select from documents d where d.invoice_id = i.id and d.kind = 'invoice')
    union all
    select case when i.id is null then a.stripe_payment_intent_id end, i.stripe_invoice_id, d.created_at
    from disputes d left join payment_attempts a on a.id = d.attempt_id left join invoices i on i.id = d.invoice_id
    where d.due_by is null and d.status in ('needs_response', 'warning_needs_response')
    order by at limit ${limit}`.execute(db.kysely);
  return rows;
}

/**
 * Lists payments whose fee is unknown, least recently synced first: Stripe books a payment some time after it was made,
 * and earlier versions of the portal recorded no fees.
 */
export async function listWithoutFee(db: Db, limit: number): Promise<Incomplete[]> {
  const { rows } = await sql<Incomplete & { at: Date | null }>`
    select a.stripe_payment_intent_id as "intentId", null as "stripeInvoiceId", a.synced_at as at from payment_attempts a
    where a.amount_received_minor > 0
      and not exists (select from payment_fees f where f.attempt_id = a.id and f.kind = 'payment')
    union all
    select null, i.stripe_invoice_id, i.synced_at from invoices i
    where i.paid_minor > 0 and i.stripe_payment_intent_id is not null
      and not exists (select from payment_fees f where f.invoice_id = i.id and f.kind = 'payment')
    order by at nulls first limit ${limit}`.execute(db.kysely);
  return rows;
}

type OrderWithoutConsent = {
  // Not null, because an order that was charged, or ran, has an id at Stripe.
  subject: NonNullable<Attempt['stripe_payment_intent_id']>;
  userId: Attempt['user_id'];
};

/** Lists orders that were charged, or whose trial began, without a recorded consent to begin at once. */
export async function listWithoutConsent(db: Db): Promise<OrderWithoutConsent[]> {
  const { rows } = await sql<OrderWithoutConsent>`
    select a.stripe_payment_intent_id as subject, a.user_id as "userId" from payment_attempts a
    where a.amount_received_minor > 0
      and not exists (select 1 from order_consents c where c.attempt_id = a.id)
    union all
    select s.stripe_subscription_id, s.user_id from subscriptions s
    where s.started_at is not null and not s.is_duplicate
      and not exists (select 1 from order_consents c where c.subscription_id = s.id)
      and not exists (select 1 from order_consents c join promo_checkouts k on k.id = c.promo_checkout_id
        where k.stripe_subscription_id = s.stripe_subscription_id
          or (k.user_id = s.user_id and k.promo_code_id = s.promo_code_id))`.execute(db.kysely);
  return rows;
}

export type WaitingRow = Omit<Waiting, 'since'> & { since: Date };

/**
 * Lists stopped items that need an administrator, newest first: parked events and mails, refused payments, and refunds
 * that were refused or have been due for an hour.
 */
export async function listWaiting(db: Db, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select 'event' as kind, id, type as title, coalesce(last_error, '') as reason, parked_at as since
    from stripe_events where parked_at is not null
    union all
    select 'mail', id::text, subject || ' (to ' || recipient || ')', coalesce(last_error, ''), parked_at
    from mails where parked_at is not null and sent_at is null
    union all
    select 'payment', stripe_payment_intent_id, 'A payment for “' || r.title || '”',
      'Paid with other figures than ours: nothing was given and nothing sent back.', coalesce(a.succeeded_at, a.created_at)
    from payment_attempts a join resources r on r.id = a.resource_id where a.status = 'refused'
    union all
    select 'refund', f.id::text, 'A refund for ' || coalesce(i.description, '“' || r.title || '”'),
      case f.status when 'refused' then coalesce(f.last_error, '') else 'It has not been made for an hour.' end,
      f.updated_at
    from refunds f left join invoices i on i.id = f.invoice_id
      left join payment_attempts a on a.id = f.attempt_id left join resources r on r.id = a.resource_id
    where f.status = 'refused' or (f.status = 'due' and f.created_at < now() - interval '1 hour')
    order by since desc limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Unparks an event. @returns whether it was parked */
export async function unparkEvent(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('stripe_events')
    .set({ parked_at: null })
    .where('id', '=', id)
    .where('parked_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Unparks an email. @returns whether it was parked */
export async function unparkMail(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('mails')
    .set({ parked_at: null })
    .where('id', '=', id)
    .where('parked_at', 'is not', null)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
