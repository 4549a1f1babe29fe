-- The offer to members who are about to cancel: so much off so many payments. Without a percentage there is none.
alter table portal_settings
  add column cancel_offer_percent integer
    constraint portal_settings_cancel_offer_percent_check check (cancel_offer_percent between 1 and 100),
  add column cancel_offer_payments integer not null default 3
    constraint portal_settings_cancel_offer_payments_check check (cancel_offer_payments between 1 and 12);

-- The discount that a subscription has at Stripe; one of a single payment has no end.
alter table subscriptions
  add column discount_basis_points integer,
  add column discount_amount_minor integer,
  add column discount_duration text
    constraint subscriptions_discount_duration_check check (discount_duration in ('once', 'repeating', 'forever')),
  add column discount_ends_at timestamptz,
  add constraint subscriptions_discount_check
    check (num_nonnulls(discount_basis_points, discount_amount_minor) = num_nonnulls(discount_duration));

-- Each member is shown the offer once, with the terms of that day.
create table cancel_offers (
  id integer generated always as identity primary key,
  user_id integer not null constraint cancel_offers_user_id_fkey references users (id),
  subscription_id integer not null constraint cancel_offers_subscription_id_fkey references subscriptions (id),
  reason text not null,
  percent_off integer not null constraint cancel_offers_percent_off_check check (percent_off between 1 and 100),
  payments integer not null constraint cancel_offers_payments_check check (payments between 1 and 12),
  shown_at timestamptz not null default now(),
  accepted_at timestamptz,
  applied_at timestamptz constraint cancel_offers_applied_at_check check (applied_at is null or accepted_at is not null),
  constraint cancel_offers_user_id_key unique (user_id)
);
create index cancel_offers_subscription_id on cancel_offers (subscription_id);
create index cancel_offers_accepted_at on cancel_offers (accepted_at);
