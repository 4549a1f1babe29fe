-- Who was removed, left or was declined stays outside by another account that has the address (ORG-03, ORG-04, SSO-08),
-- and by another address of the same identity at a provider (SSO-05).
alter table organisation_absences
  -- Addresses that the person has had since then, in the form in which accounts are found.
  add column address_keys text[] not null default '{}',
  -- Hashes of the identities that the person had then at the organisation's connections, which end with the membership.
  add column identity_keys text[] not null default '{}';

create function identity_key(issuer text, subject text) returns text language sql stable as $$
  select encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex')
$$;

-- The last time that a person, or a person with the address, was outside from; null for people who may come in.
create function absent_since(organisation integer, person integer, address text) returns timestamptz
language sql stable as $$
  select max(a.since) from organisation_absences a
  where a.organisation_id = organisation and (a.user_id = person or address = any (a.address_keys))
$$;

create function set_absent_address() returns trigger language plpgsql as $$
begin
  new.address_keys := array_append(new.address_keys, (select u.address_key from users u where u.id = new.user_id));
  new.identity_keys := new.identity_keys || array(select identity_key(i.issuer, i.subject)
    from connection_identities i join connections c on c.id = i.connection_id
    where i.user_id = new.user_id and c.organisation_id = new.organisation_id);
  return new;
end $$;
create trigger organisation_absences_address before insert or update of since on organisation_absences for each row
  execute function set_absent_address();

-- The absence ends with the account, so invitations from before it end as soon as the person has their address.
create function add_absent_address() returns trigger language plpgsql as $$
begin
  update organisation_absences set address_keys = array_append(address_keys, new.address_key) where user_id = new.id;
  delete from organisation_invitations i using organisation_absences a
  where a.user_id = new.id and i.organisation_id = a.organisation_id and i.address_key = new.address_key
    and i.asked_at <= a.since;
  return null;
end $$;
create trigger users_absent_address after update of email on users for each row
  when (new.deleted_at is null and old.address_key is distinct from new.address_key) execute function add_absent_address();
