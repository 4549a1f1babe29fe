-- Outside a transaction: which pauses have begun is asked every minute.
create index concurrently if not exists subscriptions_pause_starts_at on subscriptions (pause_starts_at)
  where pause_starts_at is not null;
