-- Outside a transaction: lists of assignments by status are read from the index alone, with what says the status (LEARN-06).
create index concurrently if not exists assignments_due_status on assignments (organisation_id, due_by, id)
  include (user_id, resource_id, completed_at, valid_until, begun_at) where ended_at is null;

drop index concurrently if exists assignments_due;
