-- The inbox of webhooks: stored under the event's own id, answered, then worked off by a job. Of the event only what it
-- is about is kept: the job asks the provider for that object's present state.
create table stripe_events (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- Given up after the last try; an administrator is told.
  parked_at timestamptz,
  last_error text
);
create index stripe_events_waiting on stripe_events (received_at) where processed_at is null;
create index stripe_events_processed on stripe_events (processed_at);
