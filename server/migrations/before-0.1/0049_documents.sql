-- Invoices of payments and credit notes of refunds, as they were issued. Numbers have no gap: each is taken from a row
-- that stays locked until the payment is committed, so a rollback gives it back.
create table document_numbers (
  kind text not null,
  year integer not null,
  last_number integer not null,
  -- Numbers that are on no document here: given after the backup that was restored (after-restore.sql).
  skipped integer not null default 0,
  constraint document_numbers_pkey primary key (kind, year)
);

create table documents (
  id integer generated always as identity primary key,
  kind text not null constraint documents_kind_check check (kind in ('invoice', 'credit_note')),
  year integer not null,
  number integer not null constraint documents_number_check check (number > 0),
  user_id integer not null references users (id),
  attempt_id integer references payment_attempts (id),
  invoice_id integer references invoices (id),
  refund_id integer references refunds (id),
  -- As printed, a line each. Empty where the portal recorded the payment before it had documents: then today's seller.
  seller text[] not null,
  buyer text[] not null,
  -- [{"description": text, "amountMinor": integer}]
  lines jsonb not null,
  -- [{"name": text, "country": text or null, "percent": text or null, "amountMinor": integer}]
  taxes jsonb not null default '[]',
  -- Of the buyer, as the buyer says; empty where the buyer says none.
  country text constraint documents_country_check check (country ~ '^[A-Z]{2}$'),
  currency text not null constraint documents_currency_check check (currency ~ '^[A-Z]{3}$'),
  tax_minor integer not null,
  total_minor integer not null constraint documents_total_minor_check check (total_minor > 0),
  payment_reference text,
  paid_at timestamptz not null,
  issued_at timestamptz not null default now(),
  constraint documents_number_key unique (kind, year, number),
  constraint documents_payment_check check (num_nonnulls(attempt_id, invoice_id) = 1),
  constraint documents_refund_id_check check ((kind = 'credit_note') = (refund_id is not null)),
  constraint documents_tax_minor_check check (tax_minor between 0 and total_minor)
);
create unique index documents_attempt_key on documents (attempt_id) where kind = 'invoice';
create unique index documents_invoice_key on documents (invoice_id) where kind = 'invoice';
create unique index documents_refund_key on documents (refund_id);
create index documents_attempt on documents (attempt_id);
create index documents_invoice on documents (invoice_id);
create index documents_user on documents (user_id);
create index documents_issued on documents (issued_at);

-- Documents of what was paid and refunded before, numbered in the order of time.
with payer as (
  select id, array_remove(array[first_name || ' ' || last_name, organization], null) as buyer from users
), paid as (
  select a.user_id, a.id as attempt_id, null::integer as invoice_id,
    jsonb_build_array(jsonb_build_object('description', r.title, 'amountMinor', a.amount_received_minor)) as lines,
    '[]'::jsonb as taxes, a.currency, 0 as tax_minor, a.amount_received_minor as total_minor,
    a.stripe_payment_intent_id as payment_reference,
    coalesce(p.purchased_at, a.succeeded_at, a.created_at) as paid_at
  from payment_attempts a join resources r on r.id = a.resource_id left join purchases p on p.attempt_id = a.id
  where a.status = 'succeeded' and a.amount_received_minor > 0
  union all
  select i.user_id, null, i.id,
    jsonb_build_array(jsonb_build_object('description', i.description, 'amountMinor', i.total_minor - i.tax_minor)),
    case when i.tax_minor > 0 then jsonb_build_array(
      jsonb_build_object('name', 'Tax', 'country', null, 'percent', null, 'amountMinor', i.tax_minor)) else '[]' end,
    i.currency, i.tax_minor, i.total_minor, i.stripe_payment_intent_id, coalesce(i.paid_at, i.issued_at)
  from invoices i where i.status = 'paid' and i.total_minor > 0
), numbered as (
  select paid.*, extract(year from paid_at at time zone 'UTC')::integer as year,
    row_number() over (partition by extract(year from paid_at at time zone 'UTC')
      order by paid_at, attempt_id nulls last, invoice_id)::integer as number
  from paid
)
insert into documents (kind, year, number, user_id, attempt_id, invoice_id, seller, buyer, lines, taxes, currency,
  tax_minor, total_minor, payment_reference, paid_at, issued_at)
select 'invoice', year, number, user_id, attempt_id, invoice_id, '{}', payer.buyer, lines, taxes, currency,
  tax_minor, total_minor, payment_reference, paid_at, paid_at
from numbered join payer on payer.id = user_id order by paid_at, number;

with returned as (
  select f.id as refund_id, f.created_at as at, f.amount_minor, d.user_id, d.attempt_id, d.invoice_id, d.seller, d.buyer,
    d.lines, d.currency, d.tax_minor, d.total_minor, d.payment_reference,
    extract(year from f.created_at at time zone 'UTC')::integer as refund_year,
    sum(f.amount_minor) over (partition by d.id order by f.created_at, f.id) as upto_minor
  from refunds f join documents d on d.kind = 'invoice'
    and (d.attempt_id = f.attempt_id or d.invoice_id = f.invoice_id)
  where f.status = 'succeeded'
), shared as (
  select *, round(tax_minor::numeric * least(upto_minor, total_minor) / total_minor)
    - round(tax_minor::numeric * least(upto_minor - amount_minor, total_minor) / total_minor) as part_minor
  from returned
)
insert into documents (kind, year, number, user_id, attempt_id, invoice_id, refund_id, seller, buyer, lines, taxes,
  currency, tax_minor, total_minor, payment_reference, paid_at, issued_at)
select 'credit_note', refund_year, row_number() over (partition by refund_year order by at, refund_id)::integer, user_id,
  attempt_id, invoice_id, refund_id, seller, buyer,
  jsonb_build_array(jsonb_build_object('description', lines -> 0 ->> 'description',
    'amountMinor', amount_minor - part_minor)),
  case when part_minor > 0 then jsonb_build_array(
    jsonb_build_object('name', 'Tax', 'country', null, 'percent', null, 'amountMinor', part_minor)) else '[]' end,
  currency, part_minor::integer, amount_minor, payment_reference, at, at
from shared order by at, refund_id;

insert into document_numbers (kind, year, last_number)
select kind, year, max(number) from documents group by kind, year;
