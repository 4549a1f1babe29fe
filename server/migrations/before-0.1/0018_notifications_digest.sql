-- Where a mail that comes regularly can be switched off, for mail programs (RFC 8058).
alter table mails add column unsubscribe_url text;

-- The week (its Monday) in whose digest a resource is new. What is there already is not news.
create table listed_resources (
  resource_id integer primary key references resources (id) on delete cascade,
  week date not null
);
create index listed_resources_week on listed_resources (week);
insert into listed_resources (resource_id, week) select id, '2000-01-03' from resources where is_listed;
