-- The processes of this installation. Each says every 20 seconds that it runs, and deletes its row when it stops; rows
-- that nothing has touched for a day are deleted by the others.
create table nodes (
  id uuid constraint nodes_pkey primary key,
  name text not null,
  role text not null constraint nodes_role_check check (role in ('all', 'web', 'worker')),
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
