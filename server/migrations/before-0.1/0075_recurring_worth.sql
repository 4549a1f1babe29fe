-- Recurring revenue is what the publisher gets: without the tax that a price includes, and nothing while a subscription is
-- paused or suspended. The tax is that of the latest paid invoice, for only Stripe knows the rate of a member's place.
create function recurring_worth(s subscriptions) returns integer language sql stable return case
  when s.is_duplicate or s.status not in ('active', 'past_due') or s.suspended_at is not null
    or coalesce(s.pause_starts_at <= now() and s.pause_ends_at > now(), false) then 0
  else round(s.amount_minor / case s.plan when 'annual' then 12.0 else 1 end * (1 - case s.tax_mode
    when 'inclusive' then coalesce((
      select i.tax_minor::numeric / i.total_minor from invoices i
      where i.stripe_subscription_id = s.stripe_subscription_id and i.status = 'paid' and i.total_minor > 0
      order by i.paid_at desc nulls last, i.id desc limit 1), 0)
    else 0 end))::integer
end;

-- A pause takes money away and brings it back: no subscription is lost by it or returns.
create function note_recurring_worth(s subscriptions, at timestamptz) returns void language plpgsql as $$
declare
  worth constant integer := recurring_worth(s);
  former constant integer := (select coalesce(sum(change_minor), 0) from recurring_changes where subscription_id = s.id);
  is_live constant boolean := not s.is_duplicate and s.status in ('active', 'past_due');
  latest constant text := (select kind from recurring_changes where subscription_id = s.id order by id desc limit 1);
begin
  if worth = former then return; end if;
  insert into recurring_changes (subscription_id, kind, change_minor, currency, changed_at) values (s.id, case
    when worth = 0 and is_live then 'contraction'
    when worth = 0 then 'churn'
    when former > 0 and worth > former then 'expansion'
    when former > 0 then 'contraction'
    when latest = 'contraction' then 'expansion'
    when exists (select from recurring_changes c join subscriptions o on o.id = c.subscription_id
      where o.user_id = s.user_id) then 'returned'
    else 'new'
  end, worth - former, s.currency, at);
end $$;

create or replace function note_recurring_change() returns trigger language plpgsql as $$
begin
  perform note_recurring_worth(new, now());
  return null;
end $$;
create or replace trigger subscriptions_worth_noted
  after insert or update of status, amount_minor, plan, is_duplicate, tax_mode, suspended_at, pause_starts_at, pause_ends_at
  on subscriptions for each row execute function note_recurring_change();

-- The first invoice says what tax the price includes. That corrects the latest change: the price did not change.
create function note_included_tax() returns trigger language plpgsql as $$
declare
  s subscriptions;
  difference integer;
begin
  select * into s from subscriptions where stripe_subscription_id = new.stripe_subscription_id and tax_mode = 'inclusive'
  for no key update;
  if not found then return null; end if;
  difference := recurring_worth(s) - (
    select coalesce(sum(change_minor), 0) from recurring_changes where subscription_id = s.id);
  if difference <> 0 then
    update recurring_changes set change_minor = change_minor + difference
    where id = (select id from recurring_changes where subscription_id = s.id order by id desc limit 1);
  end if;
  return null;
end $$;
create trigger invoices_tax_noted after insert or update of status, tax_minor, total_minor, paid_at on invoices
  for each row when (new.status = 'paid' and new.total_minor > 0) execute function note_included_tax();

-- What the clock changes: pauses that have begun or ended since the last call.
create function note_pauses() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
  perform note_recurring_worth(s, case when s.pause_ends_at <= now() then s.pause_ends_at else s.pause_starts_at end)
  from (select * from subscriptions where pause_starts_at <= now() for no key update skip locked) s;
end $$;

-- What is paused, suspended or sold with tax now.
do $$
begin
  perform note_recurring_worth(s, coalesce(s.suspended_at, case when s.pause_starts_at <= now() then s.pause_starts_at end, now()))
  from subscriptions s where s.suspended_at is not null or s.pause_starts_at is not null or s.tax_mode = 'inclusive';
end $$;
