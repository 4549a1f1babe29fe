-- The zone in which a member reads days and times, by its name in the time zone database: from the browser, or the
-- member's own choice. Null until then; mails and PDFs are in UTC meanwhile.
alter table users
  add column time_zone text,
  add constraint users_time_zone_check check (length(time_zone) between 1 and 64) not valid;
