-- How long the price with a promo code can be paid; then the payment is cancelled and the use is given back. Payments that
-- were open before this version get the usual time.
alter table payment_attempts add column held_until timestamptz;
update payment_attempts set held_until = now() + interval '30 minutes'
  where promo_code_id is not null and status in ('open', 'superseded');
