-- What members do is added up, without names, only of those who have switched Data Collection on.
create or replace function note_finished() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' or old.completion_percentage < 100)
    and exists (select from users where id = new.user_id and data_collection) then
    insert into analytics_changes (source, subject, day)
    values ('finished', new.resource_id, (now() at time zone 'UTC')::date);
  end if;
  return null;
end $$;
