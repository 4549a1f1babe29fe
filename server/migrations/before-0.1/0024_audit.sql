-- The audit log says whom an entry concerned and which browser it came from, and answers searches.
alter table audit_log
  add column member_user_id integer,
  add column user_agent text;

-- What is written down of a member once the account has been deleted: facts of the account and words that people typed
-- about the member are gone, what happened stays. Texts of their own are reasons of the time before 0024.
create function audit_value_erased(object text, action text, value jsonb) returns jsonb language sql immutable
  return case
    when jsonb_typeof(value) = 'object' and object = 'user' then '"erased"'
    when jsonb_typeof(value) = 'object' then value - '{reason,answer}'::text[]
    when jsonb_typeof(value) = 'string' and (object, action) in (('block', 'create'), ('subscription', 'suspend'),
      ('invoice', 'request-refund'), ('refund-request', 'granted'), ('refund-request', 'declined')) then '"erased"'
    else value
  end;

-- The audit log can be added to and read. The one change it takes makes it forget what it said of an account that has
-- been deleted: its facts, and from where its owner came. Who did what, and when, stays.
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

-- Whom the entries of before concerned, and what is to be forgotten of accounts that are deleted already.
alter table audit_log disable trigger audit_log_kept;
update audit_log l set member_user_id = case object
    when 'user' then object_id::integer
    when 'block' then split_part(object_id, ':', 1)::integer
    when 'grant' then (select user_id from access_grants where id = object_id::integer)
    when 'purchase' then (select user_id from purchases where id = object_id::integer)
    when 'payment' then (select user_id from payment_attempts where id = object_id::integer)
    when 'subscription' then (select user_id from subscriptions where id = object_id::integer)
    when 'invoice' then (select user_id from invoices where id = object_id::integer)
    when 'refund-request' then (select user_id from refund_requests where id = object_id::integer)
    when 'promo-code' then (after ->> 'userId')::integer
  end
where object in ('user', 'block', 'grant', 'purchase', 'payment', 'subscription', 'invoice', 'refund-request')
  or (object = 'promo-code' and action in ('redeem', 'refuse-checkout'));
update audit_log l set before = audit_value_erased(object, action, before), after = audit_value_erased(object, action, after)
where exists (select from users where id = l.member_user_id and deleted_at is not null);
update audit_log l set ip = '' where exists (select from users where id = l.actor_user_id and deleted_at is not null);
alter table audit_log enable trigger audit_log_kept;

-- One order, newest first, for every narrowing; a million entries are then read from where the page begins.
alter table audit_log add column search_text text not null generated always as
  (search_form(object_id || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''))) stored;
create index audit_log_newest on audit_log (happened_at desc, id desc);
create index audit_log_by_actor on audit_log (actor_user_id, happened_at desc, id desc);
create index audit_log_by_member on audit_log (member_user_id, happened_at desc, id desc) where member_user_id is not null;
create index audit_log_by_object on audit_log (object, happened_at desc, id desc);
create index audit_log_by_action on audit_log (action, happened_at desc, id desc);
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops);
drop index audit_log_actor;
