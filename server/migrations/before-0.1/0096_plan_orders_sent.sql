-- When the first invoice of an order of the plan was sent and recorded (SEAT-02); null before, and for orders by card.
alter table subscriptions add column sent_at timestamptz;
update subscriptions set sent_at = created_at where billing is not null and stripe_subscription_id is not null;
