import { sql } from 'kysely';
import type { Waiting } from '#contract/reconciliation.ts';
import type { Db } from '#server/platform/database/db.ts';

export type WaitingRow = Omit<Waiting, 'since'> & { since: Date };

/** Everything that stopped and needs a person: events and mails given up, payments and refunds that were refused. */
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
    select 'refund', f.id::text, 'A refund for ' || i.description,
      case f.status when 'refused' then coalesce(f.last_error, '') else 'It has not been made for an hour.' end,
      f.updated_at
    from invoice_refunds f join invoices i on i.id = f.invoice_id
    where f.status = 'refused' or (f.status = 'due' and f.created_at < now() - interval '1 hour')
    union all
    select 'refund', f.id::text, 'A refund for “' || r.title || '”', 'It has not been made for an hour.', f.updated_at
    from refunds f join payment_attempts a on a.id = f.attempt_id join resources r on r.id = a.resource_id
    where f.status = 'due' and f.created_at < now() - interval '1 hour'
    order by since desc limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Takes an event out of the parked ones. @returns whether it was one */
export async function unparkEvent(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('stripe_events')
    .set({ parked_at: null })
    .where('id', '=', id)
    .where('parked_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a mail out of the parked ones. @returns whether it was one */
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
