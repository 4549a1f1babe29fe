-- What members put aside for later.
create table saved_resources (
  user_id integer not null references users (id),
  resource_id integer not null references resources (id) on delete cascade,
  saved_at timestamptz not null default now(),
  constraint saved_resources_pkey primary key (user_id, resource_id)
);
create index saved_resources_newest on saved_resources (user_id, saved_at desc, resource_id desc);
create index saved_resources_resource on saved_resources (resource_id);
