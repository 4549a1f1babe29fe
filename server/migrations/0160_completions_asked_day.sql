-- Outside a transaction, because the table's rows are read: a day has a completion before and one after an assignment.
create unique index concurrently if not exists completions_asked_day_key on completions (user_id, resource_id,
  content_version, ((completed_at at time zone 'UTC')::date), coalesce(asked_at, '-infinity'::timestamptz));

drop index concurrently if exists completions_day_key;

-- The changes of completions now include those of their score (APIKEY-06).
create index concurrently if not exists completions_scored_idx
  on completions (greatest(completed_at, confirmed_at, scored_at), id);

drop index concurrently if exists completions_changed_idx;
