-- Outside a transaction: writes of accounts, resources and completions go on while their indexes are built.
-- Keys by which programs call the API (APIKEY-01). `user_id` made the key, or has taken it over: calls act for that
-- account, or for another owner of the organisation while the key waits for one to take it over. `left_at` is the time
-- since when the person of an organisation's key is no owner any more.
create table if not exists api_keys (
  id integer generated always as identity,
  kind text not null,
  user_id integer not null,
  organisation_id integer,
  name text not null,
  token_hash bytea not null,
  token_start text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_on date,
  last_used_network text,
  left_at timestamptz,
  created_at timestamptz not null default now(),
  constraint api_keys_pkey primary key (id),
  constraint api_keys_token_hash_key unique (token_hash),
  constraint api_keys_user_id_fkey foreign key (user_id) references users (id),
  constraint api_keys_organisation_id_fkey foreign key (organisation_id) references organisations (id),
  constraint api_keys_kind_check check (kind in ('member', 'organisation', 'portal')),
  constraint api_keys_organisation_id_check check ((kind = 'organisation') = (organisation_id is not null)),
  constraint api_keys_left_at_check check (left_at is null or kind = 'organisation'),
  constraint api_keys_expires_at_check check (expires_at is not null or kind = 'portal'),
  constraint api_keys_name_check check (length(name) between 1 and 480),
  constraint api_keys_scopes_check check (cardinality(scopes) between 1 and 30)
);

create index if not exists api_keys_user_id_idx on api_keys (user_id);

create index if not exists api_keys_organisation_id_idx on api_keys (organisation_id);

-- Programs read what changed since a time (APIKEY-06).
create index concurrently if not exists users_changed_idx on users (updated_at, id);

create index concurrently if not exists resources_changed_idx on resources (updated_at, id) where is_listed;

create index concurrently if not exists completions_changed_idx on completions (greatest(completed_at, confirmed_at), id);
