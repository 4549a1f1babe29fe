import { type Nullable, type Selectable, sql } from 'kysely';
import type { Tables } from '#server/migrations/tables.ts';
import type { Db } from '#server/platform/database/db.ts';

type Dispute = Selectable<Tables['disputes']>;
type User = Selectable<Tables['users']>;

/** A dispute with the payment that it is about. */
export type DisputeRow = Pick<Dispute, 'reason' | 'status'> &
  Nullable<Pick<User, 'email'>> & {
    id: Dispute['stripe_dispute_id'];
    userId: User['id'];
    member: string;
    /** The resource or the subscription that was paid. */
    description: string;
    amountMinor: Dispute['amount_minor'];
    currency: string;
    /** A payment that is disputed has an id at Stripe. */
    intentId: NonNullable<Selectable<Tables['payment_attempts']>['stripe_payment_intent_id']>;
    openedAt: Dispute['created_at'];
    dueBy: Dispute['due_by'];
  };

const disputeText = sql`
  select d.stripe_dispute_id as id, u.id as "userId", concat_ws(' ', u.first_name, u.last_name) as member,
    case when u.deleted_at is null then u.email end as email, coalesce(r.title, i.description) as description,
    d.amount_minor as "amountMinor", coalesce(a.currency, i.currency) as currency, d.reason, d.status,
    coalesce(a.stripe_payment_intent_id, i.stripe_payment_intent_id) as "intentId", d.created_at as "openedAt",
    d.due_by as "dueBy"
  from disputes d left join payment_attempts a on a.id = d.attempt_id left join resources r on r.id = a.resource_id
    left join invoices i on i.id = d.invoice_id join users u on u.id = coalesce(a.user_id, i.user_id)`;

/** The statuses that wait for the seller's answer. */
const needsAnswer = sql<boolean>`d.status in ('needs_response', 'warning_needs_response', 'appeal_needs_response')`;

/** Disputes that wait for an answer, the most urgent first, then those that the bank reviews, then those decided lately. */
export async function listDisputes(db: Db, limit: number): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`${disputeText}
    where d.status not in ('won', 'lost', 'warning_closed', 'prevented') or d.updated_at > now() - interval '30 days'
    order by ${needsAnswer} desc, d.status in ('won', 'lost', 'warning_closed', 'prevented'), d.due_by nulls last,
      d.created_at desc
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** A dispute that waits for an answer; null for any other. */
export async function findUnanswered(db: Db, id: string): Promise<DisputeRow | null> {
  const { rows } = await sql<DisputeRow>`${disputeText} where d.stripe_dispute_id = ${id} and ${needsAnswer}`.execute(
    db.kysely,
  );
  return rows[0] ?? null;
}

/** Every administrator, as the reader of a mail. */
export async function listAdministrators(db: Db): Promise<{ userId: number; email: string; firstName: string }[]> {
  return db.kysely
    .selectFrom('users')
    .select(['id as userId', 'email', 'first_name as firstName'])
    .where('role', '=', 'administrator')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
