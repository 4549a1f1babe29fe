-- The ledger of subscriptions beside that of purchases: invoices as the provider shows them, with what went back. Written
-- by looks (see payment_looks), so order and repetition do not matter.
create table invoices (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  stripe_invoice_id text not null,
  -- No reference: an invoice may be heard of before its subscription.
  stripe_subscription_id text,
  number text,
  status text not null constraint invoices_status_check
    check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  billing_reason text,
  description text not null,
  total_minor integer not null,
  tax_minor integer not null,
  -- What was really taken; 0 until it is paid and for what cost nothing.
  paid_minor integer not null constraint invoices_paid_minor_check check (paid_minor >= 0),
  currency text not null constraint invoices_currency_check check (currency ~ '^[A-Z]{3}$'),
  period_start timestamptz,
  period_end timestamptz,
  -- The payment that paid it; null for what cost nothing.
  stripe_payment_intent_id text,
  hosted_url text,
  pdf_url text,
  attempt_count integer not null,
  next_attempt_at timestamptz,
  issued_at timestamptz not null,
  paid_at timestamptz,
  last_look bigint not null,
  looked_at timestamptz not null default now(),
  constraint invoices_stripe_invoice_id_key unique (stripe_invoice_id),
  constraint invoices_stripe_payment_intent_id_key unique (stripe_payment_intent_id)
);
create index invoices_user on invoices (user_id, issued_at desc);
create index invoices_subscription on invoices (stripe_subscription_id, paid_at desc);
create index invoices_unfinished on invoices (looked_at) where status in ('draft', 'open');

-- 'due' is ours alone: decided here, not yet done at the provider. The rest mirrors the provider. 'refused' is an order
-- that the provider turned down.
create table invoice_refunds (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices (id),
  amount_minor integer not null constraint invoice_refunds_amount_minor_check check (amount_minor > 0),
  reason text not null constraint invoice_refunds_reason_check
    check (reason in ('administrator', 'guarantee', 'at_provider')),
  status text not null constraint invoice_refunds_status_check
    check (status in ('due', 'pending', 'succeeded', 'failed', 'canceled', 'refused')),
  stripe_refund_id text,
  last_error text,
  ordered_by integer references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint invoice_refunds_stripe_refund_id_key unique (stripe_refund_id)
);
create index invoice_refunds_invoice on invoice_refunds (invoice_id);
-- A second press of the button finds the first one's order.
create unique index invoice_refunds_due_key on invoice_refunds (invoice_id) where status = 'due';

create table invoice_disputes (
  stripe_dispute_id text primary key,
  invoice_id integer not null references invoices (id),
  amount_minor integer not null,
  reason text not null,
  -- The provider's own word: needs_response, under_review, won, lost ...
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index invoice_disputes_invoice on invoice_disputes (invoice_id);

-- The cards that a member keeps at the provider: what is printed on a receipt, and no more.
create table payment_methods (
  stripe_payment_method_id text primary key,
  user_id integer not null references users (id),
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  is_default boolean not null,
  added_at timestamptz not null
);
create index payment_methods_user on payment_methods (user_id);
alter table stripe_customers add column last_look bigint not null default 0;

-- A member asks for the money-back guarantee; an administrator decides. Once for each invoice.
create table refund_requests (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  invoice_id integer not null references invoices (id),
  reason text not null,
  status text not null default 'open' constraint refund_requests_status_check
    check (status in ('open', 'granted', 'declined')),
  answer text,
  decided_by integer references users (id),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint refund_requests_invoice_id_key unique (invoice_id),
  constraint refund_requests_decided_at_check check ((status = 'open') = (decided_at is null))
);
create index refund_requests_user on refund_requests (user_id);
create index refund_requests_open on refund_requests (created_at) where status = 'open';

-- Each run of the reconciler: what it compared (counts by name), and what it found with what was done about it.
create table reconciliation_runs (
  id integer generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  compared jsonb not null default '{}',
  last_error text
);

create table reconciliation_findings (
  id integer generated always as identity primary key,
  kind text not null,
  -- The id of what was found: a payment, a subscription, an event.
  subject text not null,
  user_id integer references users (id),
  details text not null,
  outcome text not null,
  first_run_id integer not null references reconciliation_runs (id),
  last_run_id integer not null references reconciliation_runs (id),
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  constraint reconciliation_findings_kind_subject_key unique (kind, subject)
);
create index reconciliation_findings_seen on reconciliation_findings (seen_at desc);
create index reconciliation_findings_first_run on reconciliation_findings (first_run_id);
create index reconciliation_findings_last_run on reconciliation_findings (last_run_id);
