-- What resources' days add up to by week, so that a long range reads a seventh of the rows. They follow whatever is
-- written to the days, within the same statement.
create table resource_weeks (
  -- Its Monday.
  week date not null,
  resource_id integer not null references resources (id) on delete cascade,
  opened integer not null,
  bought integer not null,
  finished integer not null,
  constraint resource_weeks_pkey primary key (week, resource_id)
);

create function add_to_weeks() returns trigger language plpgsql as $$
begin
  insert into resource_weeks as known (week, resource_id, opened, bought, finished)
  select date_trunc('week', day::timestamp)::date, resource_id, sum(opened), sum(bought), sum(finished)
  from come group by 1, 2
  on conflict on constraint resource_weeks_pkey do update set opened = known.opened + excluded.opened,
    bought = known.bought + excluded.bought, finished = known.finished + excluded.finished;
  return null;
end $$;

-- A week whose resource is deleted goes with it.
create function take_from_weeks() returns trigger language plpgsql as $$
begin
  update resource_weeks known
  set opened = known.opened - summed.opened, bought = known.bought - summed.bought,
    finished = known.finished - summed.finished
  from (
    select date_trunc('week', day::timestamp)::date as week, resource_id, sum(opened) as opened, sum(bought) as bought,
      sum(finished) as finished
    from gone group by 1, 2
  ) summed
  where known.week = summed.week and known.resource_id = summed.resource_id;
  return null;
end $$;

-- Nothing is counted between what is added up here and the triggers.
lock table resource_days in share row exclusive mode;
insert into resource_weeks (week, resource_id, opened, bought, finished)
select date_trunc('week', day::timestamp)::date, resource_id, sum(opened), sum(bought), sum(finished)
from resource_days group by 1, 2;
create trigger resource_days_come after insert on resource_days
  referencing new table as come for each statement execute function add_to_weeks();
create trigger resource_days_become after update on resource_days
  referencing new table as come for each statement execute function add_to_weeks();
create trigger resource_days_were after update on resource_days
  referencing old table as gone for each statement execute function take_from_weeks();
create trigger resource_days_gone after delete on resource_days
  referencing old table as gone for each statement execute function take_from_weeks();
