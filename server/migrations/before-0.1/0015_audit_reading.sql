-- What users are searched by; a column, because two letters are found by reading all rows, and the form costs more.
alter table users add column search_text text not null generated always as
  (search_form(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(organization, ''))) stored;
create index users_search on users using gin (search_text gin_trgm_ops) where deleted_at is null;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_administrators on users (id) where role = 'administrator' and deleted_at is null;

-- The password was chosen by an administrator, and the member has not chosen another since.
alter table users add column is_invited boolean not null default false;

-- The audit log can be added to and read. The one change it takes makes it forget what an account that has been
-- deleted was called; who did what, and when, stays.
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.object = 'user'
      and to_jsonb(new) - 'before' - 'after' = to_jsonb(old) - 'before' - 'after'
      and new.before is not distinct from (case jsonb_typeof(old.before) when 'object' then '"erased"' else old.before end)
      and new.after is not distinct from (case jsonb_typeof(old.after) when 'object' then '"erased"' else old.after end)
      and exists (select 1 from users where id::text = old.object_id and deleted_at is not null)
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log cannot be changed.' using errcode = 'restrict_violation';
end
$$;
create trigger audit_log_kept before update or delete on audit_log for each row execute function keep_audit_log();
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function keep_audit_log();

create index audit_log_actor on audit_log (actor_user_id, id desc);
