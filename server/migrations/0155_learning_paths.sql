-- Unused since 0154: resources_type_check knows no learning paths (PATH-01); a longer list of types replaces it.
alter table resources
  drop constraint resources_type_check,
  add constraint resources_type_check check (type in ('online_tool', 'template', 'downloadable_template', 'book', 'report',
    'insight', 'newsletter', 'article', 'bundle', 'path', 'other')) not valid,
  -- Order, sections and steps of a learning path, as the contract's PathContent.
  add column path jsonb,
  add constraint resources_path_check check ((path is not null) = (type = 'path')) not valid;

-- Members who began a path.
create table path_learners (
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  begun_at timestamptz not null default now(),
  primary key (user_id, resource_id)
);
create index path_learners_resource on path_learners (resource_id);

-- Texts of paths that members marked as read: the first and the last time.
create table path_readings (
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  step_id text not null check (length(step_id) between 1 and 20),
  first_read_at timestamptz not null default now(),
  read_at timestamptz not null default now() check (read_at >= first_read_at),
  primary key (user_id, resource_id, step_id)
);
create index path_readings_resource on path_readings (resource_id);

-- The steps of a path as rows. A check of the path itself is its last step (PATH-01).
create function path_steps(path_id integer) returns table (step_id text, kind text, resource_id integer,
  is_optional boolean, asks_anew boolean, asks_finished boolean, place bigint)
language sql stable as $$
  select step ->> 'id', step ->> 'kind', (step ->> 'resourceId')::integer, (step ->> 'isOptional')::boolean,
    (step ->> 'asksAnew')::boolean, (step ->> 'asksFinished')::boolean, section.place * 1000 + part.place
  from resources r, jsonb_array_elements(r.path -> 'sections') with ordinality section (content, place),
    jsonb_array_elements(section.content -> 'steps') with ordinality part (step, place)
  where r.id = path_id
  union all
  select ':check', 'check', k.resource_id, false, false, false, 1000000
  from knowledge_checks k join resources r on r.id = k.resource_id
  where k.resource_id = path_id and k.version is not null and r.path is not null
$$;

-- The steps of a path with the first and the last time that a person completed each (PATH-02). A step of a draft, of a
-- withdrawn resource or of a check that is not published is asked of nobody.
create function path_facts(person integer, path_id integer) returns table (step_id text, place bigint, is_asked boolean,
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
        select t.handed_in_at from check_attempts t
        where s.kind = 'check' and t.user_id = person and t.resource_id = s.resource_id and t.passed
        union all
        select a.created_at from assessment_attempts a where s.kind = 'assessment' and a.user_id = person
        union all
        select unnest(array[t.first_read_at, t.read_at]) from path_readings t
        where s.kind = 'text' and t.user_id = person and t.resource_id = path_id and t.step_id = s.step_id
      ) facts where not s.asks_anew or at >= l.begun_at
    ) fact
$$;

-- Whether a person's completion of a path is due for a refresh within a month (PATH-03).
create function is_refresh_due(person integer, path_id integer) returns boolean language sql stable as $$
  select exists (select from assignments a where a.user_id = person and a.resource_id = path_id and a.ended_at is null
    and a.valid_until is not null and a.due_by <= (now() at time zone 'UTC')::date + 31)
$$;

-- Brings the progress of a person who began a path in line with the facts, and records its completion: the first one,
-- one when all required steps are completed again, and one when steps were added that ask those who finished.
create function sync_path(person integer, path_id integer) returns void language plpgsql as $$
declare
  finished timestamptz;
  required integer;
  done integer;
  again integer;
  was_added boolean;
  is_missing boolean;
  completion bigint;
  organisation integer;
  is_assigned boolean := false;
  percent integer;
begin
  perform from path_learners l where l.user_id = person and l.resource_id = path_id for update;
  if not found then return; end if;
  select max(c.completed_at) into finished from completions c where c.user_id = person and c.resource_id = path_id;
  select count(*), count(f.first_at), count(*) filter (where f.last_at > finished),
    coalesce(bool_or(f.asks_finished and f.first_at > finished), false),
    coalesce(bool_or(f.asks_finished and f.first_at is null), false)
  into required, done, again, was_added, is_missing
  from path_facts(person, path_id) f where f.is_asked;
  if required > 0 and done = required and (finished is null or again = required or was_added) then
    insert into completions (user_id, resource_id, content_version)
    select person, r.id, r.content_version from resources r where r.id = path_id
    on conflict do nothing returning id into completion;
  end if;
  if completion is not null then
    -- The certificate names the score of the path's own check (CHECK-07).
    update check_attempts set completion_id = completion where id = (
      select t.id from check_attempts t where t.user_id = person and t.resource_id = path_id and t.passed
        and t.completion_id is null order by t.percent desc, t.id desc limit 1);
    for organisation in select a.organisation_id from assignments a
      where a.user_id = person and a.resource_id = path_id and a.ended_at is null order by 1
    loop
      is_assigned := true;
      perform record_event('path.completed', organisation, jsonb_build_object('completionId', completion,
        'organisationId', organisation, 'memberId', person, 'resourceId', path_id));
    end loop;
    if not is_assigned then
      perform record_event('path.completed', null,
        jsonb_build_object('completionId', completion, 'memberId', person, 'resourceId', path_id));
    end if;
  end if;
  percent := case when completion is not null then 100
    when finished is null or is_missing then coalesce(done * 100 / nullif(required, 0), 0)
    when is_refresh_due(person, path_id) then coalesce(again * 100 / nullif(required, 0), 0)
    else 100 end;
  update progress_sessions s set completion_percentage = percent
  where s.user_id = person and s.resource_id = path_id and s.completion_percentage <> percent;
end $$;

-- Brings every path that a person began and that has this resource among its parts in line.
create function sync_paths(person integer, part_id integer) returns void language plpgsql as $$
declare
  path_id integer;
begin
  for path_id in select l.resource_id from path_learners l where l.user_id = person and (l.resource_id = part_id
    or exists (select from bundle_parts b where b.bundle_id = l.resource_id and b.resource_id = part_id)) order by 1
  loop
    perform sync_path(person, path_id);
  end loop;
end $$;

create function note_path_begun() returns trigger language plpgsql as $$
begin
  if exists (select from resources r where r.id = new.resource_id and r.path is not null) then
    insert into path_learners (user_id, resource_id) values (new.user_id, new.resource_id) on conflict do nothing;
    perform sync_path(new.user_id, new.resource_id);
  end if;
  return null;
end $$;
create trigger progress_sessions_path_begun after insert on progress_sessions for each row
  execute function note_path_begun();

create function note_step() returns trigger language plpgsql as $$
begin
  perform sync_paths(new.user_id, new.resource_id);
  return null;
end $$;
create trigger completions_of_steps after insert on completions for each row execute function note_step();
create trigger path_readings_noted after insert or update on path_readings for each row execute function note_step();
-- After check_attempts_passed, which makes the completion: triggers run in the order of their names.
create trigger check_attempts_passed_step after update of right_questions, awarded_questions on check_attempts
  for each row when (new.passed and old.passed is not true) execute function note_step();

create function note_assessment_step() returns trigger language plpgsql as $$
declare
  path_id integer;
begin
  for path_id in select l.resource_id from path_learners l where l.user_id = new.user_id order by 1 loop
    perform sync_path(new.user_id, path_id);
  end loop;
  return null;
end $$;
create trigger assessment_attempts_step after insert on assessment_attempts for each row
  execute function note_assessment_step();

-- A path is completed by its steps, not by a percentage or a mark.
create or replace function note_learning() returns trigger language plpgsql as $$
begin
  update assignments set begun_at = new.last_accessed_at
  where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
    and (begun_at is null or begun_at <= completed_at);
  if new.completion_percentage = 100 and (tg_op = 'INSERT' or old.completion_percentage < 100)
    or new.finished_at is not null and (tg_op = 'INSERT' or old.finished_at is distinct from new.finished_at)
  then
    insert into completions (user_id, resource_id, content_version)
    select new.user_id, id, content_version from resources r where id = new.resource_id and r.path is null
      and not exists (select from knowledge_checks k where k.resource_id = r.id and k.version is not null)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Passing completes the resource. A second completion on one day (UTC) does not exist: the better attempt has it. A path
-- is completed by all of its steps (check_attempts_passed_step).
create or replace function note_passing() returns trigger language plpgsql as $$
declare
  completion bigint;
  content integer := (select content_version from resources where id = new.resource_id);
  organisation integer;
  is_assigned boolean := false;
begin
  for organisation in select organisation_id from assignments
    where user_id = new.user_id and resource_id = new.resource_id and ended_at is null order by 1
  loop
    is_assigned := true;
    perform record_event('check.passed', organisation, jsonb_build_object('attemptId', new.id,
      'organisationId', organisation, 'memberId', new.user_id, 'resourceId', new.resource_id));
  end loop;
  if not is_assigned then
    perform record_event('check.passed', null,
      jsonb_build_object('attemptId', new.id, 'memberId', new.user_id, 'resourceId', new.resource_id));
  end if;
  if exists (select from resources where id = new.resource_id and path is not null) then return null; end if;
  insert into completions (user_id, resource_id, content_version) values (new.user_id, new.resource_id, content)
  on conflict do nothing returning id into completion;
  if completion is null then
    select id into completion from completions where user_id = new.user_id and resource_id = new.resource_id
      and content_version = content
      and (completed_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date;
    if exists (select from check_attempts where completion_id = completion and percent >= new.percent) then
      return null;
    end if;
    update check_attempts set completion_id = null where completion_id = completion;
  end if;
  update check_attempts set completion_id = completion where id = new.id;
  return null;
end $$;

-- Steps that changed are another version of the content, and buyers get the parts that are added later.
create function note_path() returns trigger language plpgsql as $$
begin
  new.includes_later_parts := true;
  if tg_op = 'UPDATE' then new.content_version := old.content_version + 1; end if;
  return new;
end $$;
create trigger resources_path_made before insert on resources for each row when (new.path is not null)
  execute function note_path();
create trigger resources_path_changed before update of path on resources for each row
  when (new.path is not null and new.path is distinct from old.path) execute function note_path();

-- Buying a path, or a seat of it, opens the resources of its steps, as a bundle opens its parts (PATH-01).
create function sync_path_parts() returns trigger language plpgsql as $$
begin
  update bundle_parts set removed_at = now() where bundle_id = new.id and removed_at is null
    and resource_id not in (select s.resource_id from path_steps(new.id) s where s.resource_id <> new.id);
  insert into bundle_parts (bundle_id, resource_id, position)
  select new.id, s.resource_id, min(s.place) from path_steps(new.id) s join resources r on r.id = s.resource_id
  where r.withdrawn_at is null and r.id <> new.id group by s.resource_id
  on conflict (bundle_id, resource_id) where removed_at is null do update set position = excluded.position;
  perform graphile_worker.add_job('sync-path', json_build_object('resourceId', new.id),
    job_key := 'sync-path:' || new.id, max_attempts := 12);
  return null;
end $$;
create trigger resources_path_parts_made after insert on resources for each row when (new.path is not null)
  execute function sync_path_parts();
create trigger resources_path_parts_changed after update of path on resources for each row
  when (new.path is not null and new.path is distinct from old.path) execute function sync_path_parts();

-- What is asked of those under way changes with the resources of the steps and their checks.
create function sync_paths_of_part() returns trigger language plpgsql as $$
declare
  part_id integer := case tg_table_name when 'resources' then (to_jsonb(new) ->> 'id')::integer
    else (to_jsonb(new) ->> 'resource_id')::integer end;
begin
  perform graphile_worker.add_job('sync-path', json_build_object('resourceId', p.id), job_key := 'sync-path:' || p.id,
    max_attempts := 12)
  from resources p where p.path is not null
    and (p.id = part_id or p.id in (select b.bundle_id from bundle_parts b where b.resource_id = part_id));
  return null;
end $$;
create trigger resources_listing_of_step after update of is_published, withdrawn_at on resources for each row
  when (old.is_listed is distinct from new.is_listed) execute function sync_paths_of_part();
create trigger knowledge_checks_of_step after update of version on knowledge_checks for each row
  when ((old.version is null) <> (new.version is null)) execute function sync_paths_of_part();
