-- Assistants connect only after an administrator has switched it on (MCP-01).
alter table portal_settings add column assistants_may_connect boolean not null default false;

-- Calls of assistants, in the activity of the member (MCP-05). `client` names the key or the assistant. Rows are
-- deleted after 90 days.
create table assistant_calls (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  tool text not null check (length(tool) between 1 and 60),
  resource_id integer references resources (id) on delete cascade,
  client text not null check (length(client) between 1 and 480),
  called_at timestamptz not null default now()
);
create index assistant_calls_user on assistant_calls (user_id, id);
create index assistant_calls_resource on assistant_calls (resource_id);
create index assistant_calls_called on assistant_calls (called_at);
