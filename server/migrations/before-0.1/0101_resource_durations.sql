-- Outside a transaction: a search for a time alone ("10 minutes") finds resources by how long they take (BROWSE-19).
create index concurrently if not exists resources_duration on resources (estimated_duration) where is_listed;
