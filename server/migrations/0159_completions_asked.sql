-- What a person does after an assignment counts for it alike, whatever the person did with the resource before (ORG-10).
alter table completions
  -- When the assignment was made that this completion answers, of the resource itself or of a path that has it among its
  -- parts; null for one that nobody asked for, and for one of a path that has a step from before the assignment.
  add column asked_at timestamptz,
  -- When the score with which its check was passed changed after it; null while it never did.
  add column scored_at timestamptz;

-- When a person did an attempt, for assignments: when they handed it in, and of one that the server handed in, when they
-- started it. Null while it is under way.
create function acted_at(attempt check_attempts) returns timestamptz language sql immutable as $$
  select case when attempt.is_by_server then attempt.started_at else attempt.handed_in_at end
$$;

-- When the last assignment until a time was made that asks a person for a resource, as itself or as a part of a path.
create function last_asked_at(person integer, asked_id integer, until timestamptz) returns timestamptz
language sql stable as $$
  select max(a.made_at) from assignments a
  where a.user_id = person and a.ended_at is null and a.made_at <= until
    and (a.resource_id = asked_id
      or exists (select from bundle_parts b join resources r on r.id = b.bundle_id
        where b.bundle_id = a.resource_id and b.resource_id = asked_id and r.path is not null))
$$;

-- A completion that is recorded later than what it rests on was done comes with that time as its `asked_at`.
create function set_asked_at() returns trigger language plpgsql as $$
begin
  new.asked_at := last_asked_at(new.user_id, new.resource_id, coalesce(new.asked_at, new.completed_at));
  if exists (select from resources r where r.id = new.resource_id and r.path is not null) and (
    not exists (select from assignments a where a.user_id = new.user_id and a.resource_id = new.resource_id
      and a.ended_at is null and a.begun_at is not null)
    or exists (select from path_facts(new.user_id, new.resource_id) f where f.is_asked and f.last_at < new.asked_at))
  then
    new.asked_at := null;
  end if;
  return new;
end $$;
create trigger completions_asked before insert on completions for each row execute function set_asked_at();

-- Records that a person completed a resource now, at most once a day (UTC) before an assignment and once after it. Paths
-- and resources with a check are completed in other ways.
create function record_completion(person integer, completed_id integer) returns void language sql as $$
  insert into completions (user_id, resource_id, content_version)
  select person, r.id, r.content_version from resources r where r.id = completed_id and r.path is null
    and not exists (select from knowledge_checks k where k.resource_id = r.id and k.version is not null)
  on conflict do nothing
$$;

-- An assignment begins with any use of the resource after it. Only the use of a path itself begins the path's.
create or replace function note_learning() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.last_accessed_at is distinct from new.last_accessed_at then
    update assignments set begun_at = new.last_accessed_at
    where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
      and (begun_at is null or begun_at <= completed_at);
  end if;
  if new.completion_percentage = 100 and (tg_op = 'INSERT' or old.completion_percentage < 100)
    or new.finished_at is not null and (tg_op = 'INSERT' or old.finished_at is distinct from new.finished_at)
  then
    perform record_completion(new.user_id, new.resource_id);
  end if;
  return null;
end $$;
create or replace trigger progress_sessions_learned after update on progress_sessions for each row
  when (old.last_accessed_at is distinct from new.last_accessed_at
    or old.completion_percentage is distinct from new.completion_percentage
    or old.finished_at is distinct from new.finished_at)
  execute function note_learning();

-- A path that was begun before its assignment is opened again: its steps since the assignment may complete it.
create trigger progress_sessions_path_opened after update on progress_sessions for each row
  when (old.last_accessed_at is distinct from new.last_accessed_at) execute function note_path_begun();

create or replace function complete_assignments() returns trigger language plpgsql as $$
begin
  update assignments a set completion_id = new.id,
    completed_at = case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end
  where a.user_id = new.user_id and a.resource_id = new.resource_id and a.ended_at is null
    and (not a.asks_confirmation or new.confirmed_at is not null)
    -- To confirm an earlier completion is to tell of it.
    and (tg_op = 'UPDATE' or new.asked_at >= a.made_at)
    and (a.completed_at is null or a.completed_at
      <= case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end);
  return null;
end $$;

-- An attempt from before an assignment begins it when the person hands it in.
create or replace function note_attempt() returns trigger language plpgsql as $$
begin
  update assignments set begun_at = coalesce(new.handed_in_at, new.started_at)
  where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
    and (begun_at is null or begun_at <= completed_at);
  return null;
end $$;
create trigger check_attempts_begun_by_hand_in after update of handed_in_at on check_attempts for each row
  when (old.handed_in_at is null and new.handed_in_at is not null and not new.is_by_server)
  execute function note_attempt();

-- As in 0155, but a second completion on one day exists where an assignment was made in between. An attempt from before
-- an assignment that passes later, because a question was voided, does not count for it.
create or replace function note_passing() returns trigger language plpgsql as $$
declare
  completion bigint;
  content integer := (select content_version from resources where id = new.resource_id);
  acted timestamptz := acted_at(new);
  organisation integer;
  is_assigned boolean := false;
begin
  for organisation in select organisation_id from assignments
    where user_id = new.user_id and resource_id = new.resource_id and ended_at is null and made_at <= acted order by 1
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
  insert into completions (user_id, resource_id, content_version, asked_at)
  values (new.user_id, new.resource_id, content, acted)
  on conflict do nothing returning id into completion;
  if completion is null then
    select id into completion from completions where user_id = new.user_id and resource_id = new.resource_id
      and content_version = content
      and asked_at is not distinct from last_asked_at(new.user_id, new.resource_id, acted)
      and (completed_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date;
    if exists (select from check_attempts where completion_id = completion and percent >= new.percent) then
      return null;
    end if;
    update check_attempts set completion_id = null where completion_id = completion;
  end if;
  update check_attempts set completion_id = completion where id = new.id;
  return null;
end $$;

-- A better attempt, or a voided question, changes the score of a completion (APIKEY-06).
create function note_score() returns trigger language plpgsql as $$
begin
  update completions set scored_at = now()
  where id in (old.completion_id, new.completion_id) and completed_at < now();
  return null;
end $$;
create trigger check_attempts_scored after update of completion_id, right_questions, awarded_questions on check_attempts
  for each row when (old.completion_id is distinct from new.completion_id
    or new.completion_id is not null and old.percent is distinct from new.percent)
  execute function note_score();

-- As in 0155, and once more when all required steps were completed since an assignment that nothing has completed. The
-- organisation hears of a completion only if it counts for the assignment. Of those who finished, steps that were added
-- are asked only where the publisher said so, or once the path is due again (PATH-03).
create or replace function sync_path(person integer, path_id integer) returns void language plpgsql as $$
declare
  finished timestamptz;
  asked timestamptz;
  is_due boolean;
  required integer;
  asked_now integer;
  done integer;
  again integer;
  since_asked integer;
  was_added boolean;
  is_missing boolean;
  completion bigint;
  answered timestamptz;
  organisation integer;
  is_assigned boolean := false;
  percent integer;
begin
  perform from path_learners l where l.user_id = person and l.resource_id = path_id for update;
  if not found then return; end if;
  select max(c.completed_at) into finished from completions c where c.user_id = person and c.resource_id = path_id;
  select max(a.made_at) into asked from assignments a where a.user_id = person and a.resource_id = path_id
    and a.ended_at is null and a.completion_id is null and a.begun_at is not null
    and not exists (select from completions c where c.user_id = person and c.resource_id = path_id
      and c.asked_at = a.made_at);
  is_due := finished is not null and is_refresh_due(person, path_id);
  select count(*), count(*) filter (where finished is null or is_due or f.asks_finished or f.first_at is not null),
    count(f.first_at), count(*) filter (where f.last_at > finished), count(*) filter (where f.last_at >= asked),
    coalesce(bool_or(f.asks_finished and f.first_at > finished), false),
    coalesce(bool_or(f.asks_finished and f.first_at is null), false)
  into required, asked_now, done, again, since_asked, was_added, is_missing
  from path_facts(person, path_id) f where f.is_asked;
  if required > 0 and done = asked_now
    and (finished is null or again = required or since_asked = required or was_added and not is_due) then
    insert into completions (user_id, resource_id, content_version)
    select person, r.id, r.content_version from resources r where r.id = path_id
    on conflict do nothing returning id, asked_at into completion, answered;
  end if;
  if completion is not null then
    -- The certificate names the score of the path's own check (CHECK-07): one that answers an assignment, that of an
    -- attempt since then, which a completion that nobody asked for may have had.
    update check_attempts set completion_id = completion where id = (
      select t.id from check_attempts t left join completions c on c.id = t.completion_id
      where t.user_id = person and t.resource_id = path_id and t.passed and (t.completion_id is null
        or answered is not null and c.asked_at is null) and (answered is null or acted_at(t) >= answered)
      order by t.percent desc, t.id desc limit 1);
    for organisation in select a.organisation_id from assignments a
      where a.user_id = person and a.resource_id = path_id and a.ended_at is null and a.made_at <= answered order by 1
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
    when is_due then coalesce(again * 100 / nullif(required, 0), 0)
    when finished is null or is_missing then coalesce(done * 100 / nullif(asked_now, 0), 0)
    else 100 end;
  update progress_sessions s set completion_percentage = percent
  where s.user_id = person and s.resource_id = path_id and s.completion_percentage <> percent;
end $$;
