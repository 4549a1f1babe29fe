-- A copy of a member's data, asked for, made by a job and kept for a while; only the hash of the link's secret is kept.
create table data_exports (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  requested_at timestamptz not null default now(),
  -- Where the archive lies; known before it is written, so that an interrupted one is found and removed.
  blob_id uuid,
  bytes bigint,
  token_hash bytea,
  ready_at timestamptz,
  expires_at timestamptz,
  failed_at timestamptz,
  constraint data_exports_token_hash_key unique (token_hash),
  constraint data_exports_ready_at_check check (
    ready_at is null or (blob_id is not null and bytes is not null and token_hash is not null and expires_at is not null))
);
-- One at a time.
create unique index data_exports_open_key on data_exports (user_id) where ready_at is null and failed_at is null;
create index data_exports_user on data_exports (user_id);
