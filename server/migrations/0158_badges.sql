-- The installation's keys for badges (BADGE-01). The private part of a retired key is deleted; its public part stays,
-- because badges that it signed are checked with it.
create table badge_keys (
  id integer generated always as identity primary key,
  public_key text not null unique check (public_key ~ '^z[1-9A-HJ-NP-Za-km-z]{40,60}$'),
  sealed_key bytea,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint badge_keys_sealed_key_check check ((sealed_key is null) = (retired_at is not null))
);
create unique index badge_keys_active on badge_keys ((true)) where retired_at is null;

create table badge_status_lists (
  id integer generated always as identity primary key,
  created_at timestamptz not null default now()
);

-- One row for each badge that was ever made: its place in the status lists is never given again. The credential is kept
-- for the current badge alone, and deleted with the account.
create table badges (
  id bigint generated always as identity primary key,
  certificate_id bigint not null references certificates (id),
  credential_id uuid not null unique,
  issuer text not null check (length(issuer) between 1 and 300),
  status_list_id integer not null references badge_status_lists (id),
  status_index integer not null check (status_index between 0 and 131071),
  shows_name boolean not null,
  proves_address boolean not null,
  is_shared boolean not null default false,
  credential json,
  issued_at timestamptz not null default now(),
  superseded_at timestamptz,
  unique (status_list_id, status_index),
  constraint badges_superseded_check check (superseded_at is null or (credential is null and not is_shared)),
  constraint badges_shared_check check (credential is not null or not is_shared)
);
create unique index badges_current on badges (certificate_id) where superseded_at is null;
create index badges_certificate on badges (certificate_id);
create index badges_issuer on badges (issuer);
