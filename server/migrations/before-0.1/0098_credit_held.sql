-- What a change of an order of the plan takes of the credit limit while Stripe makes it, and until when at the latest (SEAT-04).
alter table subscriptions
  add column credit_held_minor integer,
  add column credit_held_until timestamptz;
