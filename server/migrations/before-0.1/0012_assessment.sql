-- A finished run of answers to the readiness assessment. `started_at` names the run: corrected answers of the same run
-- correct its attempt. What was asked stands under `content_version` in the code and is never changed there.
create table assessment_attempts (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  resource_id integer references resources (id) on delete set null,
  started_at timestamptz not null,
  content_version text not null,
  answers jsonb not null,
  scope text,
  assessed_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint assessment_attempts_user_id_started_at_key unique (user_id, started_at)
);
create index assessment_attempts_user on assessment_attempts (user_id, id desc);
create index assessment_attempts_resource on assessment_attempts (resource_id) where resource_id is not null;

-- What the member noted on an action of the attempt's plan.
create table assessment_plan_entries (
  attempt_id integer not null references assessment_attempts (id) on delete cascade,
  action_id text not null,
  owner text,
  due_on date,
  done_at timestamptz,
  constraint assessment_plan_entries_pkey primary key (attempt_id, action_id)
);
