-- The form of an address by which an account and an invitation are found: A to Z lowered and no other letter, as
-- `comparableAddress` does it. PostgreSQL's own `lower` makes the Kelvin sign a k, so that it names another person
-- (AUTH-18). A trigger writes it, because nodes of the version before do not.
alter table users add column address_key text;
alter table organisation_invitations add column address_key text;

create function set_address_key() returns trigger language plpgsql as $$
begin
  new.address_key := lower(new.email collate "C");
  return new;
end $$;

create trigger users_address_key before insert or update of email on users
  for each row execute function set_address_key();
create trigger organisation_invitations_address_key before insert or update of email on organisation_invitations
  for each row execute function set_address_key();

update users set address_key = lower(email collate "C");
update organisation_invitations set address_key = lower(email collate "C");

create or replace function set_mail_owner() returns trigger language plpgsql as $$
begin
  new.user_id := coalesce(new.user_id,
    (select id from users where address_key = lower(new.recipient collate "C") and deleted_at is null));
  return new;
end $$;
