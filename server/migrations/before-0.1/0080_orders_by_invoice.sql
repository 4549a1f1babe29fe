-- Seats that an organisation orders by invoice (SEAT-02): a payment attempt that is paid through an invoice at Stripe.
alter table payment_attempts
  -- Who the invoice names, and in how many days it is due; null for an attempt that is paid by card.
  add column billing jsonb constraint payment_attempts_billing_check check (billing is null or seats is not null),
  add column stripe_invoice_id text,
  -- The page at Stripe where the invoice is paid; null until it was sent.
  add column invoice_url text,
  add column invoice_due_at timestamptz,
  -- The seats work at once, and until then without a payment; null when they work once it is paid.
  add column credit_until timestamptz;

-- How much the unpaid invoices of an organisation may add up to while their seats work.
alter table organisations
  add column credit_limit_minor integer not null default 0
    constraint organisations_credit_limit_minor_check check (credit_limit_minor >= 0),
  add column credit_currency text constraint organisations_credit_currency_check check (credit_currency ~ '^[A-Z]{3}$'),
  add constraint organisations_credit_limit_check check (credit_limit_minor = 0 or credit_currency is not null);

alter table seat_lots
  -- The order whose invoice they are on, while it is unpaid and afterwards.
  add column attempt_id integer constraint seat_lots_attempt_id_fkey references payment_attempts (id)
    constraint seat_lots_attempt_id_key unique,
  -- From then on the seats open nothing until the invoice is paid; the clock decides, so no job can be late.
  add column pauses_at timestamptz;

create or replace view held_seats as
  select s.user_id, s.id as seat_id, l.organisation_id, opened.resource_id
  from seats s
  join seat_lots l on l.id = s.lot_id
  cross join lateral (
    select l.resource_id
    union all
    select part.resource_id from bundle_parts part join resources bundle on bundle.id = part.bundle_id
    where part.bundle_id = l.resource_id and (bundle.includes_later_parts or part.added_at <= l.created_at)
      and (part.removed_at is null or part.removed_at > l.created_at)
  ) opened
  where s.returned_at is null and s.user_id is not null and (l.ends_at is null or l.ends_at > now())
    and (l.pauses_at is null or l.pauses_at > now());

-- A closed organisation buys nothing, but it still pays for seats that worked before their payment.
create or replace function refuse_order_of_closed() returns trigger language plpgsql as $$
begin
  perform from organisations o where o.id = new.organisation_id and (o.closed_at is null
    or exists (select from seat_lots l where l.attempt_id = new.attempt_id)) for share;
  if not found then return null; end if;
  return new;
end $$;

-- Seats that worked before their payment become those of the purchase.
create or replace function open_bought_seats() returns trigger language plpgsql as $$
declare
  lot integer;
begin
  update seat_lots set purchase_id = new.id, pauses_at = null where attempt_id = new.attempt_id;
  if found then return null; end if;
  insert into seat_lots (organisation_id, resource_id, seats, reason, purchase_id)
  values (new.organisation_id, new.resource_id, new.seats, 'Bought', new.id) returning id into lot;
  insert into seats (lot_id) select lot from generate_series(1, new.seats);
  return null;
end $$;

create function open_credit_seats() returns trigger language plpgsql as $$
declare
  lot integer;
begin
  insert into seat_lots (organisation_id, resource_id, seats, reason, attempt_id, pauses_at)
  values (new.organisation_id, new.resource_id, new.seats, 'Ordered by invoice', new.id, new.credit_until)
  returning id into lot;
  insert into seats (lot_id) select lot from generate_series(1, new.seats);
  return null;
end $$;
create trigger payment_attempts_credit_seats_opened after update of credit_until on payment_attempts
  for each row when (old.credit_until is null and new.credit_until is not null) execute function open_credit_seats();

-- An invoice that was voided, or paid with other figures, ends the seats that worked before it.
create function end_credit_seats() returns trigger language plpgsql as $$
begin
  update seat_lots set ends_at = now()
  where attempt_id = new.id and purchase_id is null and (ends_at is null or ends_at > now());
  return null;
end $$;
create trigger payment_attempts_credit_seats_ended after update of status on payment_attempts
  for each row when (new.credit_until is not null and new.status in ('canceled', 'refused'))
  execute function end_credit_seats();
