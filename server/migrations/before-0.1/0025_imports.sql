-- Files of the catalogue that administrators sent, from the check to what became of them.
create table catalogue_imports (
  id integer generated always as identity primary key,
  file_name text not null,
  format text not null constraint catalogue_imports_format_check check (format in ('csv', 'json')),
  bytes integer not null,
  -- Where the file lies; empty once it has been removed.
  blob_id uuid,
  state text not null constraint catalogue_imports_state_check check (
    state in ('checking', 'checked', 'importing', 'done', 'failed', 'cancelled')),
  -- Whoever is at work on it; a try that finds another value here has been cancelled or replaced.
  run uuid,
  user_id integer references users (id),
  created_at timestamptz not null default now(),
  -- When the work last said how far it is.
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  progress_done integer not null default 0,
  progress_total integer not null default 0,
  row_count integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  problem_count integer not null default 0,
  warning_count integer not null default 0,
  failure text
);
-- One at a time.
create unique index catalogue_imports_working_key on catalogue_imports ((true)) where state in ('checking', 'importing');

-- The rows of a file that passed the check, ready to be written; gone when that is done.
create table catalogue_import_rows (
  import_id integer not null references catalogue_imports (id) on delete cascade,
  line integer not null,
  -- Empty for a new one.
  resource_id integer,
  -- When the resource had last been changed as it was compared.
  seen_at timestamptz,
  -- The columns of `resources`; empty when nothing would change.
  resource jsonb,
  constraint catalogue_import_rows_pkey primary key (import_id, line)
);

create table catalogue_import_problems (
  id bigint generated always as identity primary key,
  import_id integer not null references catalogue_imports (id) on delete cascade,
  line integer not null,
  field text not null,
  value text not null,
  sentence text not null,
  severity text not null constraint catalogue_import_problems_severity_check check (severity in ('problem', 'warning'))
);
create index catalogue_import_problems_line on catalogue_import_problems (import_id, line, id);
