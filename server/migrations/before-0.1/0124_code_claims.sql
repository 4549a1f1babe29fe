-- Outside a transaction: trial_claims holds codes as well, so that each is redeemed once per person (PROMO-21). A job claims
-- for the uses of before.
create index concurrently if not exists promo_redemptions_to_claim on promo_redemptions (id)
  where claimed_at is null and released_at is null;

update promo_redemptions set claimed_at = null
where claimed_at is not null and promo_code_id is not null and released_at is null;

-- Addresses of deleted accounts that have paid, as hashes keyed by the installation's secret: whoever comes back is no new
-- customer (PROMO-19).
create table if not exists former_customers (
  hash bytea constraint former_customers_pkey primary key,
  created_at timestamptz not null default now()
);
