import type Stripe from 'stripe';
import type { Database } from '#server/platform/database/db.ts';

/** Received payment with its refunds. */
type Line = { intentId: string; amountMinor: number; currency: string; returnedMinor: number };

/** Returns every payment that the portal has recorded, with its refunds. */
export async function portalLedger({ pool }: Pick<Database, 'pool'>): Promise<Line[]> {
  const { rows } = await pool.query<Line>(
    `select stripe_payment_intent_id as "intentId", amount_received_minor as "amountMinor", lower(currency) as currency,
       (select coalesce(sum(r.amount_minor), 0)::integer from refunds r
        where r.attempt_id = a.id and r.status in ('pending', 'succeeded')) as "returnedMinor"
     from payment_attempts a where status in ('succeeded', 'refused') and amount_received_minor > 0
     union all
     select stripe_payment_intent_id, paid_minor, lower(currency),
       (select coalesce(sum(r.amount_minor), 0)::integer from refunds r
        where r.invoice_id = i.id and r.status in ('pending', 'succeeded'))
     from invoices i where paid_minor > 0 order by 1`,
  );
  return rows;
}

/** Returns every payment of this installation among the sandbox's charges, with its refunds. */
export async function stripeLedger(stripe: Stripe): Promise<Line[]> {
  const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  return charges
    .filter(({ paid, metadata }) => paid && metadata.installation !== 'another')
    .map(({ payment_intent, amount_captured, currency, amount_refunded }) => ({
      intentId: String(payment_intent),
      amountMinor: amount_captured,
      currency,
      returnedMinor: amount_refunded,
    }))
    .sort((one, other) => (one.intentId < other.intentId ? -1 : 1));
}
