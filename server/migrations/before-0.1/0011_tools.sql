-- How a product is opened: on the landing page, which waits for Launch Tool or opens the tool by itself, or directly.
alter table online_products add column opening text not null default 'landing'
  constraint online_products_opening_check check (opening in ('landing', 'automatic', 'direct'));

-- Demo installations made before this have their products under the numbers that the requirements name.
update online_products set opening = case id when 4 then 'automatic' else 'direct' end
where id in (2, 3, 4) and exists (select 1 from installation where demo_seeded_at is not null);

-- What the API calls a session: how far a member came with a resource.
create table progress_sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  started_at timestamptz not null,
  last_accessed_at timestamptz not null default now(),
  completion_percentage smallint not null default 0
    constraint progress_sessions_completion_percentage_check check (completion_percentage between 0 and 100),
  -- What the tool saved, and which product it was: another one linked later is not shown it.
  session_data jsonb,
  saved_by_product_id integer references online_products (id) on delete set null,
  constraint progress_sessions_user_id_resource_id_key unique (user_id, resource_id)
);
create index progress_sessions_resource on progress_sessions (resource_id);

-- Secrets that open a tool for one member; only their hash is kept. They end with the sign-in that asked for them.
create table tool_tokens (
  id integer generated always as identity primary key,
  token_hash bytea not null,
  sign_in_id integer not null references sign_in_sessions (id) on delete cascade,
  resource_id integer not null references resources (id) on delete cascade,
  online_product_id integer not null references online_products (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint tool_tokens_token_hash_key unique (token_hash)
);
create index tool_tokens_sign_in on tool_tokens (sign_in_id);
create index tool_tokens_expires on tool_tokens (expires_at);
