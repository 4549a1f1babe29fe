-- How far a member came: the place where reading goes on (the passage of an article or the page of a document, counted
-- from 0), the furthest second of the video, and when the member called the whole finished.
alter table progress_sessions
  add column place integer not null default 0 constraint progress_sessions_place_check check (place >= 0),
  add column video_second integer not null default 0
    constraint progress_sessions_video_second_check check (video_second >= 0),
  add column finished_at timestamptz;
create index progress_sessions_recent on progress_sessions (user_id, last_accessed_at desc, id desc);

-- The text of a resource that is read in the portal: a document tree, checked against an allow-list when it is saved.
create table articles (
  resource_id integer primary key references resources (id) on delete cascade,
  document jsonb not null,
  updated_at timestamptz not null default now()
);
