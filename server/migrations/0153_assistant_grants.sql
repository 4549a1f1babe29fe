-- Programs that may ask members for access: those that registered themselves (RFC 7591), and those whose id is the URL
-- of a document about them (MCP-02).
create table assistant_clients (
  id integer generated always as identity,
  client_id text not null,
  name text not null,
  redirect_uris text[] not null,
  -- When the document was read; null for a client that registered itself.
  read_at timestamptz,
  used_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint assistant_clients_pkey primary key (id),
  constraint assistant_clients_client_id_key unique (client_id),
  constraint assistant_clients_client_id_check check (length(client_id) between 1 and 500),
  constraint assistant_clients_name_check check (length(name) between 1 and 480),
  constraint assistant_clients_redirect_uris_check check (cardinality(redirect_uris) between 1 and 20)
);
create index assistant_clients_used_at_idx on assistant_clients (used_at);

-- What a member allowed a client, once for each time that the member pressed Allow, with the code that the client
-- exchanges for tokens.
create table assistant_grants (
  id bigint generated always as identity,
  user_id integer not null,
  client_id integer not null,
  scopes text[] not null,
  resource text not null,
  -- The connection of the session in which the member allowed it; null for every other way (SSO-10).
  connection_id uuid references connections (id) on delete set null,
  code_hash bytea not null,
  code_challenge text not null,
  redirect_uri text not null,
  code_expires_at timestamptz not null,
  exchanged_at timestamptz,
  last_used_on date,
  last_used_network text,
  created_at timestamptz not null default now(),
  constraint assistant_grants_pkey primary key (id),
  constraint assistant_grants_code_hash_key unique (code_hash),
  constraint assistant_grants_user_id_fkey foreign key (user_id) references users (id),
  constraint assistant_grants_client_id_fkey foreign key (client_id) references assistant_clients (id) on delete cascade,
  constraint assistant_grants_scopes_check check (cardinality(scopes) between 1 and 30)
);
create index assistant_grants_user_id_idx on assistant_grants (user_id, client_id);
create index assistant_grants_client_id_idx on assistant_grants (client_id);
create index assistant_grants_connection_id_idx on assistant_grants (connection_id);

create table assistant_tokens (
  token_hash bytea not null,
  grant_id bigint not null,
  kind text not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  -- When a refresh token was replaced by the next one.
  rotated_at timestamptz,
  constraint assistant_tokens_pkey primary key (token_hash),
  constraint assistant_tokens_grant_id_fkey foreign key (grant_id) references assistant_grants (id) on delete cascade,
  constraint assistant_tokens_kind_check check (kind in ('access', 'refresh')),
  constraint assistant_tokens_rotated_at_check check (rotated_at is null or kind = 'refresh')
);
create index assistant_tokens_grant_id_idx on assistant_tokens (grant_id);
create index assistant_tokens_expires_at_idx on assistant_tokens (expires_at);
