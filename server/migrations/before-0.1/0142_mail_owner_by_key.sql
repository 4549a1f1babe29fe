-- A mail is its recipient's by the form of the address that an account has once (0140).
create or replace function set_mail_owner() returns trigger language plpgsql as $$
begin
  new.user_id := coalesce(new.user_id,
    (select id from users where address_key = lower(new.recipient collate "C") and deleted_at is null));
  return new;
end $$;
