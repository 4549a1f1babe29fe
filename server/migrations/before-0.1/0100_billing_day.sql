-- The day of the month on which Stripe charges a subscription: one of the 30th is charged on 28 February and then on 30 March.
-- Null until the next sync, which every subscription has once a day.
alter table subscriptions add column billing_day smallint;
