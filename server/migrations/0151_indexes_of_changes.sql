-- Outside a transaction: programs read what changed since a time, and writes go on while these are built (APIKEY-06).
create index concurrently if not exists users_changed_idx on users (updated_at, id);

create index concurrently if not exists resources_changed_idx on resources (updated_at, id) where is_listed;

create index concurrently if not exists completions_changed_idx on completions (greatest(completed_at, confirmed_at), id);
