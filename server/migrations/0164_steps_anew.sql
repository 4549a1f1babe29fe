-- As in 0155, but a step that is asked anew counts from the day (UTC) on which the person began the path, because a
-- resource has one completion a day (PATH-02). An attempt that the server handed in counts from its start (ORG-10).
create or replace function path_facts(person integer, path_id integer) returns table (step_id text, place bigint, is_asked boolean,
  asks_finished boolean, first_at timestamptz, last_at timestamptz)
language sql stable as $$
  select s.step_id, s.place,
    not s.is_optional and (s.resource_id is null or s.step_id = ':check' or coalesce(part.is_listed, false)
      and (s.kind <> 'check' or exists (select from knowledge_checks k
        where k.resource_id = s.resource_id and k.version is not null))),
    s.asks_finished, fact.first_at, fact.last_at
  from path_steps(path_id) s left join resources part on part.id = s.resource_id
    left join path_learners l on l.user_id = person and l.resource_id = path_id
    cross join lateral (
      select min(at) as first_at, max(at) as last_at from (
        select c.completed_at as at from completions c
        where s.kind = 'resource' and c.user_id = person and c.resource_id = s.resource_id
        union all
        select acted_at(t) from check_attempts t
        where s.kind = 'check' and t.user_id = person and t.resource_id = s.resource_id and t.passed
        union all
        select a.created_at from assessment_attempts a where s.kind = 'assessment' and a.user_id = person
        union all
        select unnest(array[t.first_read_at, t.read_at]) from path_readings t
        where s.kind = 'text' and t.user_id = person and t.resource_id = path_id and t.step_id = s.step_id
      ) facts where not s.asks_anew or at >= date_trunc('day', l.begun_at, 'UTC')
    ) fact
$$;
