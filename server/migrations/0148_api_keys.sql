-- Keys by which programs call the API (APIKEY-01). `user_id` made the key, or has taken it over: calls act for that
-- account, or for another owner of the organisation while the key waits for one to take it over.
create table api_keys (
  id integer generated always as identity,
  kind text not null,
  user_id integer not null,
  organisation_id integer,
  name text not null,
  token_hash bytea not null,
  token_start text not null,
  scopes text[] not null,
  -- The connection of the session in which the key was made; null for every other way (SSO-10).
  connection_id uuid references connections (id) on delete set null,
  expires_at timestamptz,
  last_used_on date,
  last_used_network text,
  -- Since when the person of an organisation's key is no owner any more.
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

create index api_keys_user_id_idx on api_keys (user_id);
create index api_keys_connection_id_idx on api_keys (connection_id);
create index api_keys_organisation_id_idx on api_keys (organisation_id);
