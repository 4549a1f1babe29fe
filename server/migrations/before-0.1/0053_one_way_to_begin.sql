-- Every subscription begins with an attempt of its own, which says what it begins with: checkouts of promo codes too.
-- promo_checkouts and order_consents.promo_checkout_id keep what the version before writes; a later version drops them.
alter table subscriptions
  add column begins_with text not null default 'payment' constraint subscriptions_begins_with_check
    check (begins_with in ('payment', 'credit', 'trial', 'checkout')),
  add column trial_days integer not null default 0 constraint subscriptions_trial_days_check check (trial_days >= 0),
  add column promo_code_id integer constraint subscriptions_promo_code_id_fkey references promo_codes,
  add column stripe_session_id text constraint subscriptions_stripe_session_id_key unique,
  add column checkout_url text;
create index subscriptions_promo_code on subscriptions (promo_code_id) where promo_code_id is not null;

-- Redemptions at a checkout named Stripe's subscription only.
update promo_redemptions r set subscription_id = s.id from subscriptions s
  where s.stripe_subscription_id = r.stripe_subscription_id and r.subscription_id is null;
create index promo_redemptions_subscription on promo_redemptions (subscription_id) where subscription_id is not null;

update subscriptions s set promo_code_id = r.promo_code_id, trial_days = r.trial_days,
    begins_with = case when exists (select from promo_checkouts k where k.stripe_subscription_id = s.stripe_subscription_id)
      then 'checkout' else 'trial' end
  from promo_redemptions r where r.subscription_id = s.id and r.released_at is null;
