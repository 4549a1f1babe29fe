-- Outside a transaction: certificates are issued here (LEARN-04), so that each way to complete an assignment issues one,
-- and none issues two. An interrupted run can be repeated.

-- 22 letters and digits that do not look alike, 127 random bits: the alphabet has 56 of them, and 65,536 is so much more
-- that each comes equally often.
create or replace function new_certificate_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789',
    1 + (get_byte(bytes, 2 * place) * 256 + get_byte(bytes, 2 * place + 1)) % 56, 1), '')
  from (select sha512(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as random,
    generate_series(0, 21) as place
$$;

create or replace function issue_certificate() returns trigger language plpgsql as $$
begin
  insert into certificates (user_id, completion_id, organisation_id, organisation_name, holder_name, resource_id,
    resource_title, content_version, completed_at, code, expires_at)
  select new.user_id, c.id, o.id, o.name, coalesce(nullif(left(trim(u.first_name || ' ' || u.last_name), 300), ''), '–'),
    r.id, r.title, c.content_version, new.completed_at, new_certificate_code(),
    (new.valid_until + 1)::timestamp at time zone 'UTC'
  from completions c join users u on u.id = c.user_id join resources r on r.id = c.resource_id
    join organisations o on o.id = new.organisation_id
  where c.id = new.completion_id
  on conflict (completion_id, organisation_id) do nothing;
  return null;
end $$;

create or replace trigger assignments_certified_at_once after insert on assignments
  for each row when (new.completion_id is not null) execute function issue_certificate();

create or replace trigger assignments_certified after update of completion_id on assignments
  for each row when (new.completion_id is not null and new.completion_id is distinct from old.completion_id)
  execute function issue_certificate();

-- What was completed before this version.
insert into certificates (user_id, completion_id, organisation_id, organisation_name, holder_name, resource_id,
  resource_title, content_version, completed_at, code, expires_at)
select a.user_id, c.id, o.id, o.name, coalesce(nullif(left(trim(u.first_name || ' ' || u.last_name), 300), ''), '–'),
  r.id, r.title, c.content_version, a.completed_at, new_certificate_code(),
  (a.valid_until + 1)::timestamp at time zone 'UTC'
from assignments a join completions c on c.id = a.completion_id join users u on u.id = c.user_id
  join resources r on r.id = c.resource_id join organisations o on o.id = a.organisation_id
on conflict (completion_id, organisation_id) do nothing;

-- The list of an organisation, newest first, for which the index without an order is not needed.
create index concurrently if not exists certificates_organisation_newest on certificates (organisation_id, id);

drop index concurrently if exists certificates_organisation;
