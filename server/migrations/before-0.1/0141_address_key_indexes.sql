-- Outside a transaction: accounts get the form of their address in steps, each of which is kept, so that nobody's change of
-- a row waits for all.
do $$
declare
  done integer := 0;
  upto integer;
begin
  loop
    select max(id) into upto from (select id from users where id > done order by id limit 5000) step;
    exit when upto is null;
    update users set address_key = lower(email collate "C") where id > done and id <= upto and address_key is null;
    commit;
    done := upto;
  end loop;
end $$;

update organisation_invitations set address_key = lower(email collate "C") where address_key is null;

-- An address has one account and one invitation of an organisation. The indexes on lower(email) stay
-- for nodes of the version before.
create unique index concurrently if not exists users_address_key_key on users (address_key);

create unique index concurrently if not exists organisation_invitations_address_key_key
  on organisation_invitations (organisation_id, address_key);

create index concurrently if not exists organisation_invitations_address_key on organisation_invitations (address_key);
