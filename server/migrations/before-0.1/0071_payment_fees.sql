-- What Stripe charged for a payment, its refunds and its disputes: one row for each line of the account's balance, which
-- has a day and a currency of its own. A payment without a row of the kind `payment` is one whose fee is not known yet.
create table payment_fees (
  id integer generated always as identity primary key,
  stripe_balance_transaction_id text not null,
  attempt_id integer constraint payment_fees_attempt_id_fkey references payment_attempts (id),
  invoice_id integer constraint payment_fees_invoice_id_fkey references invoices (id),
  kind text not null constraint payment_fees_kind_check check (kind in ('payment', 'refund', 'dispute')),
  -- What moved on the balance, negative when money left it, and the fee on top, with the tax in it. The currency is that
  -- of the account, into which Stripe changes payments in others.
  amount_minor integer not null,
  fee_minor integer not null,
  tax_minor integer not null default 0,
  currency text not null constraint payment_fees_currency_check check (currency ~ '^[A-Z]{3}$'),
  charged_at timestamptz not null,
  constraint payment_fees_stripe_balance_transaction_id_key unique (stripe_balance_transaction_id),
  constraint payment_fees_payment_check check (num_nonnulls(attempt_id, invoice_id) = 1)
);
create index payment_fees_attempt_id on payment_fees (attempt_id);
create index payment_fees_invoice_id on payment_fees (invoice_id);
create index payment_fees_charged_at on payment_fees (charged_at);
