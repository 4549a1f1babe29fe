-- Learning that can be shown (LEARN-01 to LEARN-06): what organisations ask their people to complete, what members have
-- completed, and certificates of it.

-- Which edition of its content a resource has: raised when what is read changes (file, text, video, tool address), not by
-- a title, a price or tags.
alter table resources add column content_version integer not null default 1
  constraint resources_content_version_check check (content_version > 0);

create function raise_content_version() returns trigger language plpgsql as $$
begin
  new.content_version := old.content_version + 1;
  return new;
end $$;
create trigger resources_content_raised before update of file_id, video_url, instructional_video_url, online_product_id
  on resources for each row when ((old.file_id, old.video_url, old.instructional_video_url, old.online_product_id)
    is distinct from (new.file_id, new.video_url, new.instructional_video_url, new.online_product_id))
  execute function raise_content_version();

create function raise_article_version() returns trigger language plpgsql as $$
begin
  update resources set content_version = content_version + 1 where id = coalesce(new.resource_id, old.resource_id);
  return null;
end $$;
create trigger articles_content_raised after update of document on articles
  for each row when (old.document is distinct from new.document) execute function raise_article_version();
create trigger articles_content_removed after delete on articles
  for each row execute function raise_article_version();

create function raise_tool_version() returns trigger language plpgsql as $$
begin
  update resources set content_version = content_version + 1 where online_product_id = new.id;
  return null;
end $$;
create trigger online_products_content_raised after update of configuration on online_products
  for each row when ((old.configuration ->> 'toolUrl', old.configuration ->> 'url')
    is distinct from (new.configuration ->> 'toolUrl', new.configuration ->> 'url'))
  execute function raise_tool_version();

-- Each time a member completed a resource, with the edition of that day; kept when the member calls it unfinished again.
create table completions (
  id bigint generated always as identity,
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  content_version integer not null constraint completions_content_version_check check (content_version > 0),
  completed_at timestamptz not null default now(),
  -- When the member confirmed "I have read and understood this."
  confirmed_at timestamptz,
  constraint completions_pkey primary key (id)
);
-- Coming to the end twice on one day (UTC) is one completion.
create unique index completions_day_key
  on completions (user_id, resource_id, content_version, (((completed_at at time zone 'UTC')::date)));
create index completions_recent on completions (user_id, resource_id, completed_at desc);
create index completions_resource on completions (resource_id);

-- What an organisation asks a person to complete, by which day.
create table assignments (
  id bigint generated always as identity,
  organisation_id integer not null references organisations (id),
  user_id integer not null references users (id),
  resource_id integer not null references resources (id),
  due_on date not null,
  -- After so many months it is to be completed again; null for once.
  refresh_months smallint constraint assignments_refresh_months_check check (refresh_months in (6, 12, 24)),
  asks_confirmation boolean not null default false,
  made_at timestamptz not null default now(),
  made_by integer references users (id),
  -- When a manager ended it or the person left the organisation.
  ended_at timestamptz,
  -- The latest completion that counts: with its confirmation if that is asked for, and then completed when it was confirmed.
  completion_id bigint references completions (id),
  completed_at timestamptz,
  -- When the person first opened the resource, or first went on with it after completing it.
  begun_at timestamptz,
  -- The reminders sent so far are about this due date: 1 for the announcement, 2 a week before, 3 a day before, 4 to 7 overdue.
  reminded_for date,
  reminders smallint not null default 0 constraint assignments_reminders_check check (reminders between 0 and 7),
  reminded_on date,
  -- From the day after it is to be completed again; null while it is not completed, or for good.
  valid_until date generated always as (((completed_at at time zone 'UTC')::date + make_interval(months => refresh_months))::date) stored,
  -- The day by which it is to be completed next; null when it is completed for good.
  due_by date generated always as (case
    when completed_at is null then due_on
    when refresh_months is not null
      then greatest(due_on, ((completed_at at time zone 'UTC')::date + make_interval(months => refresh_months))::date)
    end) stored,
  constraint assignments_pkey primary key (id),
  constraint assignments_completion_id_check check ((completion_id is null) = (completed_at is null))
);
create unique index assignments_live_key on assignments (user_id, resource_id, organisation_id) where ended_at is null;
create index assignments_user on assignments (user_id);
create index assignments_organisation on assignments (organisation_id, id);
create index assignments_due on assignments (organisation_id, due_by, id) where ended_at is null;
create index assignments_counts on assignments (organisation_id, resource_id)
  include (user_id, due_by, valid_until, completed_at, begun_at, refresh_months, asks_confirmation) where ended_at is null;
create index assignments_resource on assignments (resource_id);
create index assignments_made_by on assignments (made_by);
create index assignments_completion on assignments (completion_id);

-- A new completion, or its confirmation, completes the live assignments of its member.
create function complete_assignments() returns trigger language plpgsql as $$
begin
  update assignments a set completion_id = new.id,
    completed_at = case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end
  where a.user_id = new.user_id and a.resource_id = new.resource_id and a.ended_at is null
    and (not a.asks_confirmation or new.confirmed_at is not null)
    and (a.completed_at is null or a.completed_at <= new.completed_at);
  return null;
end $$;
create trigger completions_counted after insert or update of confirmed_at on completions
  for each row execute function complete_assignments();

-- Progress becomes completions here, so that each way to come to the end counts: the finished mark, also when it is set
-- again, and 100 % of pages, video or tool.
create function note_learning() returns trigger language plpgsql as $$
begin
  update assignments set begun_at = new.last_accessed_at
  where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
    and (begun_at is null or begun_at <= completed_at);
  if new.completion_percentage = 100 and (tg_op = 'INSERT' or old.completion_percentage < 100)
    or new.finished_at is not null and (tg_op = 'INSERT' or old.finished_at is distinct from new.finished_at)
  then
    insert into completions (user_id, resource_id, content_version)
    select new.user_id, id, content_version from resources where id = new.resource_id
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger progress_sessions_begun after insert on progress_sessions
  for each row execute function note_learning();
create trigger progress_sessions_learned after update of completion_percentage, finished_at on progress_sessions
  for each row when ((old.completion_percentage, old.finished_at) is distinct from (new.completion_percentage, new.finished_at))
  execute function note_learning();

-- Assignments end when their person leaves, is removed or deletes the account, and when the organisation is closed.
create function end_assignments() returns trigger language plpgsql as $$
begin
  update assignments set ended_at = now()
  where user_id = old.user_id and organisation_id = old.organisation_id and ended_at is null;
  return null;
end $$;
create trigger organisation_people_assignments_ended after delete on organisation_people
  for each row execute function end_assignments();

-- Certificates as they were issued. Those of an erased account lose person, name and completion, and are revoked.
create table certificates (
  id bigint generated always as identity,
  user_id integer references users (id),
  completion_id bigint references completions (id) on delete set null,
  organisation_id integer not null references organisations (id),
  organisation_name text not null constraint certificates_organisation_name_check check (length(organisation_name) between 1 and 120),
  holder_name text constraint certificates_holder_name_check check (length(holder_name) between 1 and 300),
  resource_id integer not null references resources (id),
  resource_title text not null constraint certificates_resource_title_check check (length(resource_title) between 1 and 500),
  content_version integer not null,
  completed_at timestamptz not null,
  code text not null constraint certificates_code_check check (code ~ '^[A-Za-z0-9_-]{22}$'),
  shows_name boolean not null default false,
  issued_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint certificates_pkey primary key (id),
  constraint certificates_code_key unique (code),
  -- One for each completion of an assignment: an organisation assigns a resource to a person once at a time.
  constraint certificates_completion_id_organisation_id_key unique (completion_id, organisation_id)
);
create index certificates_user on certificates (user_id);
create index certificates_organisation on certificates (organisation_id);
create index certificates_resource on certificates (resource_id);
