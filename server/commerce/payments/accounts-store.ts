import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import type { Entry, FeeEntry, TaxSum } from './accounts-rules.ts';

const within = (month: string) => ({
  from: sql`(${month} || '-01')::timestamp at time zone 'UTC'`,
  until: sql`((${month} || '-01')::timestamp + interval '1 month') at time zone 'UTC'`,
});

/** Lists the payments, refunds and lost disputes of a month (UTC), in the order of time. */
export async function listEntries(db: Db, month: string): Promise<Entry[]> {
  const { from, until } = within(month);
  const { rows } = await sql<Entry>`
    select d.issued_at as at, case d.kind when 'invoice' then 'payment' else 'refund' end as type,
      json_build_object('kind', d.kind, 'year', d.year, 'number', d.number) as document,
      coalesce(f.status <> 'succeeded', false) as "isVoid", coalesce(d.buyer[1], '') as buyer,
      coalesce(d.taxes -> 0 ->> 'country', d.country) as country, d.lines -> 0 ->> 'description' as description,
      d.currency, sign * d.tax_minor as "taxMinor", sign * d.total_minor as "totalMinor",
      (select string_agg(tax ->> 'percent', ', ') from jsonb_array_elements(d.taxes) tax) as rates,
      d.payment_reference as reference
    from documents d left join refunds f on f.id = d.refund_id,
      lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) as its
    where d.issued_at >= ${from} and d.issued_at < ${until}
    union all
    select x.lost_at, 'dispute', null, false, coalesce(d.buyer[1], ''),
      coalesce(d.taxes -> 0 ->> 'country', d.country), d.lines -> 0 ->> 'description', d.currency,
      -round(d.tax_minor::numeric * lost_minor / d.total_minor)::integer, -lost_minor,
      (select string_agg(tax ->> 'percent', ', ') from jsonb_array_elements(d.taxes) tax), x.stripe_dispute_id
    from disputes x join documents d on d.kind = 'invoice'
      and (d.attempt_id = x.attempt_id or d.invoice_id = x.invoice_id),
      -- What was refunded before is not lost again: the bank gives that part back.
      lateral (select least(x.amount_minor, d.total_minor - coalesce(sum(f.amount_minor), 0))::integer as lost_minor
        from refunds f where f.status = 'succeeded' and (f.attempt_id = x.attempt_id or f.invoice_id = x.invoice_id)) as loss
    where x.lost_at >= ${from} and x.lost_at < ${until}
    order by at, reference`.execute(db.kysely);
  return rows;
}

/**
 * Lists Stripe's fees of a month (UTC), and the payments of the month whose fee is not known, in the order of time.
 * Refunds and disputes for which Stripe charged nothing are left out.
 */
export async function listFees(db: Db, month: string): Promise<FeeEntry[]> {
  const { from, until } = within(month);
  const { rows } = await sql<FeeEntry>`
    select at, c.kind, d.year as "documentYear", d.number as "documentNumber", coalesce(d.buyer[1], '') as buyer,
      coalesce(d.lines -> 0 ->> 'description', '') as description, c.currency, "amountMinor", fee,
      coalesce(d.payment_reference, intent) as reference
    from (
      select f.charged_at as at, f.kind, f.attempt_id, f.invoice_id, f.currency, f.amount_minor as "amountMinor",
        json_build_object('feeMinor', f.fee_minor, 'taxMinor', f.tax_minor,
          'transaction', f.stripe_balance_transaction_id) as fee, null as intent
      from payment_fees f
      where f.charged_at >= ${from} and f.charged_at < ${until} and (f.kind = 'payment' or f.fee_minor <> 0)
      union all
      select coalesce(a.succeeded_at, a.created_at), 'payment', a.id, null, a.currency, a.amount_received_minor, null,
        a.stripe_payment_intent_id
      from payment_attempts a where a.amount_received_minor > 0
        and coalesce(a.succeeded_at, a.created_at) >= ${from} and coalesce(a.succeeded_at, a.created_at) < ${until}
        and not exists (select from payment_fees f where f.attempt_id = a.id and f.kind = 'payment')
      union all
      select i.paid_at, 'payment', null, i.id, i.currency, i.paid_minor, null, i.stripe_payment_intent_id
      from invoices i where i.paid_minor > 0 and i.paid_at >= ${from} and i.paid_at < ${until}
        and not exists (select from payment_fees f where f.invoice_id = i.id and f.kind = 'payment')
    ) c left join documents d on d.kind = 'invoice' and (d.attempt_id = c.attempt_id or d.invoice_id = c.invoice_id)
    order by at, reference, c.kind`.execute(db.kysely);
  return rows;
}

/** Lists the taxes of the documents of a month (UTC) by country and rate; credit notes that are void are left out. */
export async function listTaxes(db: Db, month: string): Promise<TaxSum[]> {
  const { from, until } = within(month);
  const { rows } = await sql<TaxSum>`
    select coalesce(tax ->> 'country', d.country) as country, tax ->> 'name' as name, tax ->> 'percent' as percent,
      d.currency, count(*)::integer as documents, sum(sign * (d.total_minor - d.tax_minor))::bigint as "netMinor",
      sum(sign * coalesce((tax ->> 'amountMinor')::integer, 0))::bigint as "taxMinor"
    from documents d left join refunds f on f.id = d.refund_id
      left join lateral jsonb_array_elements(d.taxes) as tax on true,
      lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) as its
    where d.issued_at >= ${from} and d.issued_at < ${until} and coalesce(f.status, 'succeeded') = 'succeeded'
    group by 1, 2, 3, 4 order by 1 nulls last, 2, 3, 4`.execute(db.kysely);
  return rows;
}
