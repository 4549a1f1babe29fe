-- What every part of the portal stands on: who this installation is, mails, counters of limits, the audit log.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- One row. Objects at the payment provider carry this id in their metadata: only those are ours.
-- A restore makes a new id and keeps the old one among its own.
create table installation (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  former_ids uuid[] not null default '{}',
  demo_seeded_at timestamptz,
  assessment_added_at timestamptz
);
insert into installation default values;

create table mails (
  id integer generated always as identity primary key,
  dedupe_key text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  parked_at timestamptz,
  last_error text,
  constraint mails_dedupe_key_key unique (dedupe_key)
);
create index mails_waiting on mails (created_at) where sent_at is null;

-- Fixed windows, counted here so that all nodes share them.
create table limit_counters (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  expires_at timestamptz not null,
  constraint limit_counters_pkey primary key (key, window_start)
);
create index limit_counters_expiry on limit_counters (expires_at);

create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor_user_id integer,
  action text not null,
  object text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  ip text not null,
  request_id text not null
);
create index audit_log_object on audit_log (object, object_id);
