-- Outside a transaction: what members completed before completions were kept, as completed on the day of the mark or of the
-- last use.
insert into completions (user_id, resource_id, content_version, completed_at)
  select s.user_id, s.resource_id, r.content_version, coalesce(s.finished_at, s.last_accessed_at)
  from progress_sessions s join resources r on r.id = s.resource_id
  where (s.completion_percentage = 100 or s.finished_at is not null)
    and not exists (select from completions c where c.user_id = s.user_id and c.resource_id = s.resource_id)
  on conflict do nothing;
