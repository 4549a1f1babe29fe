-- Seats of the plan that an organisation orders (SEAT-01): a subscription of the organisation, which one of its owners
-- pays for.
alter table subscriptions
  add column organisation_id integer constraint subscriptions_organisation_id_fkey references organisations (id),
  add column seats integer constraint subscriptions_seats_check check (seats > 0),
  -- One of the ids of payment attempts, so that an id names one order of an organisation.
  add column order_id integer,
  -- How many seats there are from the next period on; null while that stays.
  add column pending_seats integer constraint subscriptions_pending_seats_check check (pending_seats > 0),
  -- Who the invoices name, and in how many days they are due; null when a card is charged.
  add column billing jsonb,
  -- The latest invoice that was sent and not paid: what it asks for, where it is paid and until when.
  add column owed_minor integer,
  add column invoice_url text,
  add column invoice_due_at timestamptz,
  -- The seats work before the first payment, and until then without it; null when they wait for it.
  add column credit_until timestamptz,
  add constraint subscriptions_order_check check (num_nulls(organisation_id, seats, order_id) in (0, 3)
    and (organisation_id is not null or num_nonnulls(pending_seats, billing, owed_minor, credit_until) = 0));

alter table seat_lots
  add column subscription_id integer constraint seat_lots_subscription_id_fkey references subscriptions (id)
    constraint seat_lots_subscription_id_key unique;

-- Volume prices of the plan: from so many seats on, each costs this in a period.
create table plan_seat_prices (
  plan text not null constraint plan_seat_prices_plan_check check (plan in ('monthly', 'annual')),
  from_seats integer not null constraint plan_seat_prices_from_seats_check check (from_seats between 3 and 500),
  price_minor integer not null constraint plan_seat_prices_price_minor_check check (price_minor > 0),
  constraint plan_seat_prices_pkey primary key (plan, from_seats)
);

-- The seats of the plan follow their subscription in the same transaction: their number, their pause while a payment is
-- overdue, and their end.
create function sync_plan_seats() returns trigger language plpgsql as $$
declare
  lot integer;
  is_running boolean := new.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
begin
  select id into lot from seat_lots where subscription_id = new.id;
  if new.is_duplicate or not (is_running or (new.status = 'incomplete' and new.credit_until is not null)) then
    update seat_lots set ends_at = now() where id = lot and (ends_at is null or ends_at > now());
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
create trigger subscriptions_seats_synced
  after insert or update of status, seats, is_duplicate, grace_ends_at, suspended_at, credit_until on subscriptions
  for each row when (new.organisation_id is not null) execute function sync_plan_seats();
