-- As in 0159, but the first publication of a check asks as well, so that passing it completes the resource once more on
-- the day of a completion without a check, which stays as it is (CHECK-07). The own check of a path is one of its steps.
create or replace function last_asked_at(person integer, asked_id integer, until timestamptz) returns timestamptz
language sql stable as $$
  select max(asked.at) from (
    select a.made_at as at from assignments a
    where a.user_id = person and a.ended_at is null and a.made_at <= until
      and (a.resource_id = asked_id
        or exists (select from bundle_parts b join resources r on r.id = b.bundle_id
          where b.bundle_id = a.resource_id and b.resource_id = asked_id and r.path is not null))
    union all
    select min(v.published_at) from knowledge_check_versions v
    where v.resource_id = asked_id and not exists (select from resources r where r.id = asked_id and r.path is not null)
    having min(v.published_at) <= until
  ) asked
$$;
