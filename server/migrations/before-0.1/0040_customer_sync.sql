-- When the customer at Stripe was last given the account's name and address.
alter table stripe_customers add column synced_at timestamptz;
