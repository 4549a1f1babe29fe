-- What is sold by subscription, as the payment provider knows it: a product per resource, and one for the portal's own
-- subscription at the default prices (no resource). Its id is empty until it was made, and again when the provider has
-- lost it; `generation` counts those, so that the next one is asked for under a new idempotency key.
create table stripe_products (
  id integer generated always as identity primary key,
  resource_id integer references resources (id),
  stripe_product_id text,
  -- As the provider was told; it follows the resource's title.
  name text,
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  constraint stripe_products_resource_id_key unique nulls not distinct (resource_id),
  constraint stripe_products_stripe_product_id_key unique (stripe_product_id)
);

-- A price at the provider never changes: another amount is another price, and who pays the old one goes on paying it.
create table stripe_prices (
  id integer generated always as identity primary key,
  product_id integer not null references stripe_products (id),
  plan text not null constraint stripe_prices_plan_check check (plan in ('monthly', 'annual')),
  amount_minor integer not null constraint stripe_prices_amount_minor_check check (amount_minor > 0),
  currency text not null constraint stripe_prices_currency_check check (currency ~ '^[A-Z]{3}$'),
  stripe_price_id text,
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  constraint stripe_prices_product_id_plan_amount_minor_currency_key unique (product_id, plan, amount_minor, currency),
  constraint stripe_prices_stripe_price_id_key unique (stripe_price_id)
);

-- Each look at a subscription at the provider takes a number first; see payment_looks.
create sequence subscription_looks as bigint;

-- One row per subscription at the provider, committed before it is asked for one; the id there follows.
create table subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  -- The resource whose page it was begun from: it opens all of them.
  resource_id integer references resources (id),
  plan text constraint subscriptions_plan_check check (plan in ('monthly', 'annual')),
  amount_minor integer not null,
  currency text not null constraint subscriptions_currency_check check (currency ~ '^[A-Z]{3}$'),
  stripe_subscription_id text,
  stripe_customer_id text,
  stripe_product_id text,
  stripe_price_id text,
  product_name text,
  -- The provider's own word: incomplete, trialing, active, past_due, unpaid, paused, canceled, incomplete_expired.
  status text not null default 'incomplete',
  cancel_at_period_end boolean not null default false,
  cancel_at timestamptz,
  current_period_start timestamptz,
  current_period_end timestamptz,
  trial_end timestamptz,
  ended_at timestamptz,
  -- While a payment is due, the end of the days of grace in which it still opens resources.
  grace_ends_at timestamptz,
  -- An administrator's doing, which nothing that the provider says takes away.
  suspended_at timestamptz,
  suspended_by integer references users (id),
  suspended_reason text,
  -- Beside the member's other one: an unpaid attempt that a newer one replaced, or a second one that runs at the
  -- provider. It gives nothing and is to be ended there.
  is_surplus boolean not null default false,
  last_look bigint not null default 0,
  created_at timestamptz not null default now(),
  -- When the page was last opened, looked at, and first seen running.
  opened_at timestamptz not null default now(),
  looked_at timestamptz,
  started_at timestamptz,
  constraint subscriptions_stripe_subscription_id_key unique (stripe_subscription_id)
);
-- One live subscription per member, an unpaid attempt included.
create unique index subscriptions_live_key on subscriptions (user_id)
  where not is_surplus and status not in ('canceled', 'incomplete_expired');
create index subscriptions_user on subscriptions (user_id, id desc);
create index subscriptions_resource on subscriptions (resource_id);
create index subscriptions_unfinished on subscriptions (looked_at nulls first)
  where status not in ('canceled', 'incomplete_expired');

-- Every change of status, in the order of the looks that saw it.
create table subscription_states (
  id bigint generated always as identity primary key,
  subscription_id integer not null references subscriptions (id),
  status text not null,
  look bigint not null,
  seen_at timestamptz not null default now()
);
create index subscription_states_subscription on subscription_states (subscription_id, id);

-- Resources that an administrator took out of what a member's subscription opens.
create table subscription_blocks (
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  reason text not null,
  blocked_by integer references users (id),
  created_at timestamptz not null default now(),
  constraint subscription_blocks_pkey primary key (user_id, resource_id)
);
create index subscription_blocks_resource on subscription_blocks (resource_id);
