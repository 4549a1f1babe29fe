-- ACCT-06: a free trial is one per person. Each trial claims the member's address and cards, as hashes keyed by the
-- installation's secret; the rows stay when the account is deleted.
create table trial_claims (
  hash bytea constraint trial_claims_pkey primary key,
  redemption_id integer not null
    constraint trial_claims_redemption_id_fkey references promo_redemptions on delete cascade,
  created_at timestamptz not null default now()
);
create index trial_claims_redemption on trial_claims (redemption_id);

-- Trials from before this version have no claim yet: a job adds it, because only the portal knows the secret.
alter table promo_redemptions add column claimed_at timestamptz;
create index promo_redemptions_unclaimed on promo_redemptions (id)
  where claimed_at is null and released_at is null and trial_days > 0;
