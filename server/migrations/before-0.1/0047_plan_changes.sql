-- A plan that begins with the next period; Stripe's schedule makes the change.
alter table subscriptions
  add column stripe_schedule_id text,
  add column pending_plan text constraint subscriptions_pending_plan_check check (pending_plan in ('monthly', 'annual')),
  add column pending_amount_minor integer constraint subscriptions_pending_amount_minor_check
    check (pending_amount_minor > 0),
  add column pending_plan_at timestamptz;
