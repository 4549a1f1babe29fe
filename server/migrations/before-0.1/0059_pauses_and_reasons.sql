-- A pause that the member chose: nothing is charged and nothing open from the end of the paid period until a renewal.
-- Why and when a subscription was cancelled, as Stripe keeps it.
alter table subscriptions
  add column pause_starts_at timestamptz,
  add column pause_ends_at timestamptz,
  add column cancelled_at timestamptz,
  add column cancel_reason text,
  add column cancel_comment text,
  add constraint subscriptions_pause_check
    check (num_nulls(pause_starts_at, pause_ends_at) <> 1 and pause_starts_at <= pause_ends_at);
create index subscriptions_cancelled_at on subscriptions (cancelled_at);
