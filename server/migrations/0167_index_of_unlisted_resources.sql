-- Outside a transaction: programs read what left the catalogue since a time (APIKEY-06).
create index concurrently if not exists resources_unlisted_idx on resources (unlisted_at, id)
  where unlisted_at is not null;
