-- Whose address a mail went to when it was queued: an address may move to another person, and the mails before are not
-- that person's (SET-13, SET-15). Null for an address that was nobody's. No foreign key: accounts are never deleted.
alter table mails add column user_id integer;

-- Nodes of the version before queue mails without it.
create function set_mail_owner() returns trigger language plpgsql as $$
begin
  new.user_id := coalesce(new.user_id,
    (select id from users where lower(email) = lower(new.recipient) and deleted_at is null limit 1));
  return new;
end $$;

create trigger mails_owned before insert on mails for each row execute function set_mail_owner();
