-- PROMO-18: discount codes hold for the purchase of a single resource as well. A use is counted when the payment is opened
-- and given back when the payment ends unpaid.
alter table promo_codes add column new_customers_only boolean not null default false;

alter table payment_attempts add column promo_code_id integer
  constraint payment_attempts_promo_code_id_fkey references promo_codes;
create index payment_attempts_promo_code on payment_attempts (promo_code_id) where promo_code_id is not null;
alter table payment_attempts drop constraint payment_attempts_amount_minor_check;
alter table payment_attempts add constraint payment_attempts_amount_minor_check
  check (amount_minor > 0 or (amount_minor = 0 and promo_code_id is not null));

-- A code may cover the whole price: then nothing is paid at Stripe.
alter table purchases alter column stripe_payment_intent_id drop not null;
alter table purchases add constraint purchases_stripe_payment_intent_id_check
  check (stripe_payment_intent_id is not null or amount_minor = 0);

alter table promo_redemptions add column attempt_id integer
  constraint promo_redemptions_attempt_id_fkey references payment_attempts;
create index promo_redemptions_attempt on promo_redemptions (attempt_id) where attempt_id is not null;
