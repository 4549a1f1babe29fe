-- Free days of a resource's plans without a promo code, and whether a card is asked for before they begin.
alter table resources
  add column trial_days integer constraint resources_trial_days_check check (trial_days between 1 and 365),
  add column trial_needs_card boolean not null default true;

-- A free trial of a plan is a use without a code.
alter table promo_redemptions alter column promo_code_id drop not null;
alter table promo_redemptions add constraint promo_redemptions_promo_code_id_check
  check (promo_code_id is not null or (trial_days > 0 and attempt_id is null)) not valid;
alter table promo_redemptions validate constraint promo_redemptions_promo_code_id_check;
