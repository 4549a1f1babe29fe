-- Outside a transaction: the index of the reference of 0168.
create index concurrently if not exists api_keys_made_by_idx on api_keys (made_by) where made_by is not null;
