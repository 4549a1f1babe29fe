-- One customer per member at the payment provider, made at the first payment; empty again when the provider has lost it.
-- `generation` counts those, so that the next one is asked for under a new idempotency key.
create table stripe_customers (
  user_id integer not null references users (id),
  stripe_customer_id text,
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  constraint stripe_customers_pkey primary key (user_id),
  constraint stripe_customers_stripe_customer_id_key unique (stripe_customer_id)
);

-- Each look at a payment at the provider takes a number first. What a look found is written only when no look of a
-- higher number was written before it: it began later, so it saw at least as much.
create sequence payment_looks as bigint;

-- Committed before the provider is called. 'superseded' waits for its intent to be cancelled there; 'refused' was paid
-- but with other figures than ours, so a person must look; what was received and sent back is followed all the same.
create table payment_attempts (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  amount_minor integer not null constraint payment_attempts_amount_minor_check check (amount_minor > 0),
  currency text not null constraint payment_attempts_currency_check check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'open' constraint payment_attempts_status_check
    check (status in ('open', 'superseded', 'succeeded', 'canceled', 'refused')),
  stripe_payment_intent_id text,
  amount_received_minor integer,
  last_look bigint not null default 0,
  created_at timestamptz not null default now(),
  -- When the checkout was last opened, looked at and paid.
  opened_at timestamptz not null default now(),
  looked_at timestamptz,
  succeeded_at timestamptz,
  constraint payment_attempts_stripe_payment_intent_id_key unique (stripe_payment_intent_id)
);
create unique index payment_attempts_open_key on payment_attempts (user_id, resource_id) where status = 'open';
create index payment_attempts_unfinished on payment_attempts (opened_at) where status in ('open', 'superseded');
create index payment_attempts_resource on payment_attempts (resource_id);

create table purchases (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  attempt_id integer not null references payment_attempts (id),
  amount_minor integer not null,
  currency text not null,
  stripe_payment_intent_id text not null,
  -- Only 'paid' gives access. 'removed' is an administrator's doing; the others follow the provider.
  status text not null default 'paid' constraint purchases_status_check
    check (status in ('paid', 'refunded', 'dispute_lost', 'removed')),
  purchased_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint purchases_stripe_payment_intent_id_key unique (stripe_payment_intent_id),
  constraint purchases_attempt_id_key unique (attempt_id),
  constraint purchases_ended_at_check check ((status = 'paid') = (ended_at is null))
);
create unique index purchases_live_key on purchases (user_id, resource_id) where status = 'paid';
create index purchases_user on purchases (user_id, purchased_at desc);
create index purchases_resource on purchases (resource_id);

-- 'due' is ours alone: decided here, not yet done at the provider. The rest mirrors the provider.
create table refunds (
  id integer generated always as identity primary key,
  attempt_id integer not null references payment_attempts (id),
  amount_minor integer not null constraint refunds_amount_minor_check check (amount_minor > 0),
  currency text not null,
  reason text not null constraint refunds_reason_check check (reason in ('duplicate', 'at_provider')),
  status text not null constraint refunds_status_check
    check (status in ('due', 'pending', 'succeeded', 'failed', 'canceled')),
  stripe_refund_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint refunds_stripe_refund_id_key unique (stripe_refund_id)
);
create index refunds_attempt on refunds (attempt_id);
create unique index refunds_duplicate_key on refunds (attempt_id) where reason = 'duplicate';
create index refunds_due on refunds (created_at) where status = 'due';

create table disputes (
  stripe_dispute_id text primary key,
  attempt_id integer not null references payment_attempts (id),
  amount_minor integer not null,
  currency text not null,
  reason text not null,
  -- The provider's own word: needs_response, under_review, won, lost ...
  status text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index disputes_attempt on disputes (attempt_id);
