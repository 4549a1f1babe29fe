-- When a member called a resource finished; how far the portal saw it come stays beside it.
alter table progress_sessions add column finished_at timestamptz;

-- What a member was last doing.
create index progress_sessions_recent on progress_sessions (user_id, last_accessed_at desc, id desc);
