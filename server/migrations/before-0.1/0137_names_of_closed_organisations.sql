-- The name of an organisation whose only person closed it and deletes the account is forgotten, in the audit log too
-- (SET-15): it is often the person's own name.
alter table organisations add column erased_at timestamptz;

create function audit_organisation_erased(value jsonb) returns jsonb language sql immutable
  return case when jsonb_typeof(value) = 'object' then value - '{name,domain,round}'::text[] else value end;

-- The log now also forgets the names of such an organisation.
create or replace function keep_audit_log() returns trigger language plpgsql as $$
declare
  erasable constant text[] := '{before,after,ip,user_agent,search_text}';
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and (
        (new.before is not distinct from old.before and new.after is not distinct from old.after)
        or (new.before is not distinct from audit_value_erased(old.object, old.action, old.before)
          and new.after is not distinct from audit_value_erased(old.object, old.action, old.after)
          and exists (select from users where id = old.member_user_id and deleted_at is not null))
        or (new.before is not distinct from audit_organisation_erased(old.before)
          and new.after is not distinct from audit_organisation_erased(old.after)
          and old.object = 'organisation'
          and exists (select from organisations where id::text = old.object_id and erased_at is not null))
      )
      and (
        (new.ip = old.ip and new.user_agent is not distinct from old.user_agent)
        or (new.ip = '' and new.user_agent is null
          and exists (select from users where id = old.actor_user_id and deleted_at is not null))
      )
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log cannot be changed.' using errcode = 'restrict_violation';
end
$$;
