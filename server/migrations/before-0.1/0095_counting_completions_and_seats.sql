-- The newest confirmed completion counts, also when an older one of the same day was confirmed after it had been made
-- (LEARN-02): what is compared is when each of them counts from, not when it was made.
create or replace function complete_assignments() returns trigger language plpgsql as $$
begin
  update assignments a set completion_id = new.id,
    completed_at = case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end
  where a.user_id = new.user_id and a.resource_id = new.resource_id and a.ended_at is null
    and (not a.asks_confirmation or new.confirmed_at is not null)
    and (a.completed_at is null or a.completed_at
      <= case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end);
  return null;
end $$;

-- Seats of the plan whose payer by card has deleted the account stay to the end of what is paid (SEAT-04), however often
-- their subscription is synced before it has ended at Stripe.
create or replace function sync_plan_seats() returns trigger language plpgsql as $$
declare
  lot integer;
  is_running boolean := new.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
  is_paid boolean := false;
begin
  select id into lot from seat_lots where subscription_id = new.id;
  if new.is_duplicate or not (is_running or (new.status = 'incomplete' and new.credit_until is not null)) then
    if tg_op = 'UPDATE' and old.status = 'active' and new.billing is null and new.current_period_end > now() then
      select deleted_at is not null into is_paid from users where id = new.user_id;
    end if;
    update seat_lots set ends_at = case when is_paid then new.current_period_end else now() end
    where id = lot and (ends_at is null or ends_at > now());
    return null;
  end if;
  if lot is null then
    -- A closed organisation gets no seats. The share lock waits for a closing that is under way.
    perform from organisations where id = new.organisation_id and closed_at is null for share;
    if not found then return null; end if;
    insert into seat_lots (organisation_id, seats, reason, subscription_id)
    values (new.organisation_id, new.seats, 'Plan', new.id) returning id into lot;
  end if;
  update seat_lots set seats = new.seats, pauses_at = case
      when new.suspended_at is not null or new.status in ('unpaid', 'paused') then least(pauses_at, now())
      when new.status = 'past_due' then coalesce(new.grace_ends_at, now())
      when new.status = 'incomplete' then new.credit_until
    end where id = lot;
  insert into seats (lot_id)
  select lot from generate_series(1, new.seats - (select count(*)::integer from seats where lot_id = lot));
  -- Fewer seats: those without a person go first, then those assigned last.
  delete from seats where id in (select s.id from seats s where s.lot_id = lot
    order by s.user_id is not null and s.returned_at is null, s.assigned_at desc nulls first
    limit greatest(0, (select count(*)::integer from seats where lot_id = lot) - new.seats));
  return null;
end $$;
