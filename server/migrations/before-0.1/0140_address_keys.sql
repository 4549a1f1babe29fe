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
