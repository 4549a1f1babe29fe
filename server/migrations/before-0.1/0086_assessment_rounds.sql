-- Rounds of the readiness assessment that the people of an organisation answer together (TEAM).
create table assessment_rounds (
  id integer generated always as identity,
  organisation_id integer not null references organisations (id),
  title text not null constraint assessment_rounds_title_check check (length(title) between 1 and 120),
  content_version text not null constraint assessment_rounds_content_version_check check (length(content_version) between 1 and 100),
  -- The last day on which people can answer (UTC).
  closes_on date not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Counted when it closes.
  invited integer,
  answered integer,
  constraint assessment_rounds_pkey primary key (id),
  constraint assessment_rounds_closed_at_check check (
    (closed_at is null) = (invited is null) and (closed_at is null) = (answered is null) and answered <= invited)
);
create index assessment_rounds_organisation on assessment_rounds (organisation_id, id desc);
create index assessment_rounds_open on assessment_rounds (closes_on) where closed_at is null;

-- Everybody who answered is the set of position 0, which has no name; groups follow. Counts exist of shown sets alone.
create table assessment_round_sets (
  round_id integer not null references assessment_rounds (id),
  position smallint not null constraint assessment_round_sets_position_check check (position between 0 and 30),
  name text constraint assessment_round_sets_name_check check (length(name) between 1 and 80 and position > 0 or name is null and position = 0),
  answered integer constraint assessment_round_sets_answered_check check (answered >= 5),
  counts jsonb,
  constraint assessment_round_sets_pkey primary key (round_id, position),
  constraint assessment_round_sets_counts_check check ((answered is null) = (counts is null))
);

-- Who is invited to open rounds, in which groups, and their answers. All of it is deleted when the round closes, and what
-- one person gave when the person leaves the organisation before.
create table assessment_round_people (
  round_id integer not null references assessment_rounds (id),
  user_id integer not null references organisation_people (user_id) on delete cascade,
  -- The day of the last mail about it.
  told_on date,
  constraint assessment_round_people_pkey primary key (round_id, user_id)
);
create index assessment_round_people_user on assessment_round_people (user_id);

create table assessment_round_group_people (
  round_id integer not null,
  position smallint not null,
  user_id integer not null,
  constraint assessment_round_group_people_pkey primary key (round_id, user_id, position),
  constraint assessment_round_group_people_person_fkey foreign key (round_id, user_id)
    references assessment_round_people (round_id, user_id) on delete cascade,
  constraint assessment_round_group_people_set_fkey foreign key (round_id, position)
    references assessment_round_sets (round_id, position)
);
create index assessment_round_group_people_set on assessment_round_group_people (round_id, position);

create table assessment_round_answers (
  round_id integer not null,
  user_id integer not null,
  answers jsonb not null,
  answered_at timestamptz not null default now(),
  constraint assessment_round_answers_pkey primary key (round_id, user_id),
  constraint assessment_round_answers_person_fkey foreign key (round_id, user_id)
    references assessment_round_people (round_id, user_id) on delete cascade
);

-- Who answered in the shown sets of closed rounds, without what they answered: later rounds must not show sets that differ
-- from these by few people. No call gives it to anybody; the person's own export has it.
create table assessment_round_shown (
  round_id integer not null,
  position smallint not null,
  user_id integer not null constraint assessment_round_shown_user_id_fkey references users (id),
  constraint assessment_round_shown_pkey primary key (round_id, position, user_id),
  constraint assessment_round_shown_set_fkey foreign key (round_id, position)
    references assessment_round_sets (round_id, position)
);
create index assessment_round_shown_user on assessment_round_shown (user_id);

-- Who takes on an action of a round's plan.
create table assessment_round_plan (
  round_id integer not null references assessment_rounds (id),
  action_id text not null constraint assessment_round_plan_action_id_check check (length(action_id) between 1 and 20),
  owner_id integer constraint assessment_round_plan_owner_id_fkey references organisation_people (user_id) on delete set null,
  due_on date,
  status text not null constraint assessment_round_plan_status_check check (status in ('not_started', 'in_progress', 'done')),
  constraint assessment_round_plan_pkey primary key (round_id, action_id)
);
create index assessment_round_plan_owner on assessment_round_plan (owner_id);
