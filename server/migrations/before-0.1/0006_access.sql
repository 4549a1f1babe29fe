-- Access that an administrator gave by hand. A live grant is active and not past its end by the database's clock.
create table access_grants (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  reason text not null,
  granted_by integer references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  is_active boolean not null default true
);
create index access_grants_user on access_grants (user_id) where is_active;
create index access_grants_resource on access_grants (resource_id);
