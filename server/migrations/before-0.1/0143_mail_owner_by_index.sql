-- The index of addresses has the usual collation: a comparison in the collation of `lower` read every account for each
-- mail, 100 ms with 100,000 of them.
create or replace function set_mail_owner() returns trigger language plpgsql as $$
begin
  new.user_id := coalesce(new.user_id,
    (select id from users
     where address_key = lower(new.recipient collate "C") collate "default" and deleted_at is null));
  return new;
end $$;
