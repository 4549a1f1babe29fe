-- Knowledge checks of resources (CHECK-01). `version` is the published one; null while members take none.
create table knowledge_checks (
  resource_id integer primary key references resources (id),
  draft jsonb not null,
  updated_at timestamptz not null default now(),
  version integer
);

-- Published versions never change (CHECK-02).
create table knowledge_check_versions (
  resource_id integer not null references knowledge_checks (resource_id),
  version integer not null check (version > 0),
  content jsonb not null,
  published_at timestamptz not null default now(),
  published_by integer not null references users (id),
  primary key (resource_id, version)
);
create index knowledge_check_versions_publisher on knowledge_check_versions (published_by);
alter table knowledge_checks add constraint knowledge_checks_version_fkey
  foreign key (resource_id, version) references knowledge_check_versions (resource_id, version);

-- Resources whose check shows a picture (CHECK-01).
create index knowledge_checks_pictures on knowledge_checks using gin (pictures_in(draft::text));
create index knowledge_check_versions_pictures on knowledge_check_versions using gin (pictures_in(content::text));

-- Faulty questions, which count as right for everybody.
create table voided_questions (
  resource_id integer not null,
  version integer not null,
  question_id text not null check (length(question_id) between 1 and 20),
  reason text not null check (length(reason) between 1 and 1200),
  voided_at timestamptz not null default now(),
  voided_by integer not null references users (id),
  primary key (resource_id, version, question_id),
  foreign key (resource_id, version) references knowledge_check_versions (resource_id, version)
);
create index voided_questions_person on voided_questions (voided_by);

-- What one person may do beyond the settings of a check.
create table check_allowances (
  user_id integer not null references users (id),
  resource_id integer not null references knowledge_checks (resource_id),
  -- Attempts beyond those of each day that are not used yet.
  further_attempts smallint not null default 0 check (further_attempts between 0 and 20),
  extra_minutes smallint not null default 0 check (extra_minutes between 0 and 1440),
  primary key (user_id, resource_id)
);
create index check_allowances_check on check_allowances (resource_id);

create table check_attempts (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  resource_id integer not null,
  version integer not null,
  -- The member's calendar day at the start.
  day date not null,
  -- Whether it used one of the further attempts.
  is_further boolean not null default false,
  -- The order of options and their random ids follow from it.
  seed bytea not null check (length(seed) = 16),
  -- Ids of the drawn questions in their order.
  drawn text[] not null check (cardinality(drawn) between 1 and 40),
  pass_mark smallint not null check (pass_mark between 1 and 100),
  -- Answers by the id of their question.
  answers jsonb not null default '{}',
  started_at timestamptz not null default now(),
  -- The server hands it in then.
  due_at timestamptz not null check (due_at > started_at),
  handed_in_at timestamptz,
  is_by_server boolean not null default false,
  right_questions text[],
  -- Voided questions that were not answered right, and count as if they were.
  awarded_questions text[],
  points smallint generated always as (cardinality(right_questions) + cardinality(awarded_questions)) stored,
  percent smallint generated always as
    ((cardinality(right_questions) + cardinality(awarded_questions)) * 100 / cardinality(drawn)) stored,
  passed boolean generated always as
    ((cardinality(right_questions) + cardinality(awarded_questions)) * 100 >= pass_mark * cardinality(drawn)) stored,
  -- The completion that passing made (CHECK-07).
  completion_id bigint references completions (id),
  -- When its answers were added to check_question_counts.
  counted_at timestamptz,
  foreign key (resource_id, version) references knowledge_check_versions (resource_id, version),
  constraint check_attempts_handed_in_check check (num_nulls(handed_in_at, right_questions, awarded_questions) in (0, 3)),
  constraint check_attempts_right_check check (right_questions <@ drawn and awarded_questions <@ drawn
    and not right_questions && awarded_questions)
);
create unique index check_attempts_open_key on check_attempts (user_id, resource_id) where handed_in_at is null;
create index check_attempts_member on check_attempts (user_id, resource_id, id desc);
create index check_attempts_version on check_attempts (resource_id, version, id desc);
create index check_attempts_due on check_attempts (due_at) where handed_in_at is null;
create index check_attempts_uncounted on check_attempts (id) where handed_in_at is not null and counted_at is null;
create unique index check_attempts_completion_key on check_attempts (completion_id) where completion_id is not null;

-- How often each question was drawn and answered right, without anybody's name.
create table check_question_counts (
  resource_id integer not null,
  version integer not null,
  question_id text not null check (length(question_id) between 1 and 20),
  attempts integer not null check (attempts > 0),
  right_answers integer not null check (right_answers between 0 and attempts),
  primary key (resource_id, version, question_id),
  foreign key (resource_id, version) references knowledge_check_versions (resource_id, version)
);

-- How many attempts of each version were handed in and passed.
create table check_version_counts (
  resource_id integer not null,
  version integer not null,
  attempts integer not null check (attempts > 0),
  passed integer not null check (passed between 0 and attempts),
  primary key (resource_id, version),
  foreign key (resource_id, version) references knowledge_check_versions (resource_id, version)
);

-- A resource with a check is completed by passing it, not by reading it (CHECK-07).
create or replace function note_learning() returns trigger language plpgsql as $$
begin
  update assignments set begun_at = new.last_accessed_at
  where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
    and (begun_at is null or begun_at <= completed_at);
  if new.completion_percentage = 100 and (tg_op = 'INSERT' or old.completion_percentage < 100)
    or new.finished_at is not null and (tg_op = 'INSERT' or old.finished_at is distinct from new.finished_at)
  then
    insert into completions (user_id, resource_id, content_version)
    select new.user_id, id, content_version from resources r where id = new.resource_id
      and not exists (select from knowledge_checks k where k.resource_id = r.id and k.version is not null)
    on conflict do nothing;
  end if;
  return null;
end $$;

create function note_attempt() returns trigger language plpgsql as $$
begin
  update assignments set begun_at = new.started_at
  where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
    and (begun_at is null or begun_at <= completed_at);
  return null;
end $$;
create trigger check_attempts_begun after insert on check_attempts for each row execute function note_attempt();

-- Passing completes the resource. A second completion on one day (UTC) does not exist: the better attempt has it.
create function note_passing() returns trigger language plpgsql as $$
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
create trigger check_attempts_passed after update of right_questions, awarded_questions on check_attempts for each row
  when (new.passed and old.passed is not true) execute function note_passing();
