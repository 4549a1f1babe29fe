-- Visits of public pages as sums: by day (UTC), by the page that was opened and by the host of the site that led there.
-- Nothing in it is about a visitor.
create table visit_days (
  day date not null,
  landing text not null constraint visit_days_landing_check check (landing in ('catalogue', 'resource', 'assessment')),
  -- "direct" where no site led there, "other" for sites without a row of their own.
  host text not null constraint visit_days_host_check check (length(host) between 1 and 253),
  visits integer not null,
  constraint visit_days_pkey primary key (day, landing, host)
);

-- The same of a member who registered from there, and the day of the first payment, so that registrations and first
-- purchases can be counted.
alter table users
  add column arrival_landing text constraint users_arrival_landing_check
    check (arrival_landing in ('catalogue', 'resource', 'assessment')),
  add column arrival_host text constraint users_arrival_host_check check (length(arrival_host) between 1 and 253),
  add column first_paid_on date,
  add constraint users_arrival_check check ((arrival_landing is null) = (arrival_host is null));
create index users_arrival on users (created_at) where arrival_host is not null;

-- Which lines are new is asked at every counting.
create unique index analytics_lines_id_key on analytics_lines (id);
