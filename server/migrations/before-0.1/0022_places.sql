-- Where a member is in a resource: one place for each way of going through it. `position` of `length` counts pages,
-- seconds or blocks of a text.
create table progress_places (
  session_id integer not null references progress_sessions (id) on delete cascade,
  unit text not null constraint progress_places_unit_check check (unit in ('page', 'second', 'block')),
  position integer not null,
  length integer not null,
  placed_at timestamptz not null default now(),
  constraint progress_places_pkey primary key (session_id, unit),
  constraint progress_places_position_check check (position between 0 and length and length > 0)
);
