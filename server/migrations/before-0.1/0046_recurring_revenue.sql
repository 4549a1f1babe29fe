-- ANALYTICS: what a running subscription is worth a month, and every change of it. An annual plan is worth a twelfth;
-- discounts, which end, do not count.
create table recurring_changes (
  id bigint generated always as identity constraint recurring_changes_pkey primary key,
  subscription_id integer not null constraint recurring_changes_subscription_id_fkey references subscriptions (id),
  -- A member's first running subscription is new, a later one returned.
  kind text not null constraint recurring_changes_kind_check
    check (kind in ('new', 'returned', 'expansion', 'contraction', 'churn')),
  -- How much more, or less, than before.
  change_minor integer not null,
  currency text not null,
  changed_at timestamptz not null default now()
);
create index recurring_changes_subscription on recurring_changes (subscription_id, id);
create index recurring_changes_changed_at on recurring_changes (changed_at);

create function monthly_worth(is_duplicate boolean, status text, plan text, amount_minor integer) returns integer
language sql immutable return case
  when is_duplicate or status not in ('active', 'past_due') then 0
  when plan = 'annual' then round(amount_minor / 12.0)::integer
  else amount_minor
end;

-- What there was before: its price is today's, for the former one is not known.
insert into recurring_changes (subscription_id, kind, change_minor, currency, changed_at)
select id, case
    when worth = 0 then 'churn'
    when exists (select from subscriptions earlier where earlier.user_id = told.user_id and earlier.started_at < told.seen_at
      and earlier.id < told.id) or place > 1 then 'returned'
    else 'new'
  end, worth - former, currency, seen_at
from (
  select s.id, s.user_id, s.currency, h.seen_at, h.worth,
    lag(h.worth, 1, 0) over (partition by s.id order by h.id) as former,
    count(*) filter (where h.worth > 0) over (partition by s.id order by h.id) as place
  from subscriptions s
    cross join lateral (
      select h.id, h.seen_at, monthly_worth(s.is_duplicate, h.status, s.plan, s.amount_minor) as worth
      from subscription_states h where h.subscription_id = s.id
    ) h
) told where worth <> former order by seen_at;

-- Subscriptions whose states were not written down.
insert into recurring_changes (subscription_id, kind, change_minor, currency, changed_at)
select id, 'new', worth - known, currency, coalesce(started_at, created_at)
from (
  select s.*, monthly_worth(is_duplicate, status, plan, amount_minor) as worth,
    (select coalesce(sum(change_minor), 0) from recurring_changes c where c.subscription_id = s.id) as known
  from subscriptions s
) told where worth <> known;

create function note_recurring_change() returns trigger language plpgsql as $$
declare
  worth constant integer := monthly_worth(new.is_duplicate, new.status, new.plan, new.amount_minor);
  former constant integer := (select coalesce(sum(change_minor), 0) from recurring_changes where subscription_id = new.id);
begin
  if worth <> former then
    insert into recurring_changes (subscription_id, kind, change_minor, currency) values (new.id, case
      when worth = 0 then 'churn'
      when former > 0 and worth > former then 'expansion'
      when former > 0 then 'contraction'
      when exists (select from recurring_changes c join subscriptions s on s.id = c.subscription_id
        where s.user_id = new.user_id) then 'returned'
      else 'new'
    end, worth - former, new.currency);
  end if;
  return null;
end $$;
create trigger subscriptions_worth_noted after insert or update of status, amount_minor, plan, is_duplicate
  on subscriptions for each row execute function note_recurring_change();
