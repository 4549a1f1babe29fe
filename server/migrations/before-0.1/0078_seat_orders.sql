-- Seats that an organisation buys (SEAT-01): a purchase for an organisation, by which its payer owns nothing.
alter table payment_attempts
  add column organisation_id integer constraint payment_attempts_organisation_id_fkey references organisations (id),
  add column seats integer constraint payment_attempts_seats_check check (seats between 2 and 500),
  add constraint payment_attempts_order_check check ((organisation_id is null) = (seats is null) and (seats is null or not is_gift));
alter table purchases
  add column organisation_id integer constraint purchases_organisation_id_fkey references organisations (id),
  add column seats integer constraint purchases_seats_check check (seats between 2 and 500),
  add constraint purchases_order_check check ((organisation_id is null) = (seats is null) and (seats is null or not is_gift));
alter table seat_lots
  add column purchase_id integer constraint seat_lots_purchase_id_fkey references purchases (id)
    constraint seat_lots_purchase_id_key unique;

-- Volume prices: from so many seats of a resource on, each costs this. The lowest of them and of the resource's own price
-- holds, so that a price that is lowered later is never dearer for many.
create table seat_prices (
  resource_id integer not null references resources (id) on delete cascade,
  from_seats integer not null constraint seat_prices_from_seats_check check (from_seats between 3 and 500),
  price_minor integer not null constraint seat_prices_price_minor_check check (price_minor > 0),
  constraint seat_prices_pkey primary key (resource_id, from_seats)
);

create or replace view owned_purchases as
  select user_id, id as purchase_id, resource_id, attempt_id, purchased_at
  from purchases where status = 'paid' and not is_gift and organisation_id is null
  union all
  select g.redeemed_by, p.id, p.resource_id, p.attempt_id, p.purchased_at
  from gifts g join purchases p on p.attempt_id = g.attempt_id
  where g.redeemed_by is not null and p.status = 'paid';

-- A closed organisation buys nothing: the row is not inserted, and its payment is refunded. The share lock waits for a
-- closing that is under way.
create function refuse_order_of_closed() returns trigger language plpgsql as $$
begin
  perform from organisations where id = new.organisation_id and closed_at is null for share;
  if not found then return null; end if;
  return new;
end $$;
create trigger purchases_order_refused before insert on purchases
  for each row when (new.organisation_id is not null) execute function refuse_order_of_closed();

-- The seats of an order begin and end with its purchase, in the same transaction: no job can be late or lost.
create function open_bought_seats() returns trigger language plpgsql as $$
declare
  lot integer;
begin
  insert into seat_lots (organisation_id, resource_id, seats, reason, purchase_id)
  values (new.organisation_id, new.resource_id, new.seats, 'Bought', new.id) returning id into lot;
  insert into seats (lot_id) select lot from generate_series(1, new.seats);
  return null;
end $$;
create trigger purchases_seats_opened after insert on purchases
  for each row when (new.organisation_id is not null and new.status = 'paid') execute function open_bought_seats();

create function sync_bought_seats() returns trigger language plpgsql as $$
begin
  if new.status <> 'paid' then
    update seat_lots set ends_at = now() where purchase_id = new.id and (ends_at is null or ends_at > now());
    return null;
  end if;
  -- Money that came back, as after a refund that failed: people who got another seat of the resource keep that one.
  update seats s set returned_at = now() from seat_lots l
  where l.purchase_id = new.id and s.lot_id = l.id and s.user_id is not null and s.returned_at is null and exists (
    select from seats o join seat_lots other on other.id = o.lot_id
    where o.user_id = s.user_id and o.returned_at is null and other.id <> l.id and other.organisation_id = l.organisation_id
      and other.resource_id = l.resource_id and (other.ends_at is null or other.ends_at > now()));
  update seat_lots l set ends_at = (select o.closed_at + interval '30 days' from organisations o where o.id = l.organisation_id)
  where l.purchase_id = new.id;
  return null;
end $$;
create trigger purchases_seats_synced after update of status on purchases
  for each row when (new.organisation_id is not null and new.status <> old.status) execute function sync_bought_seats();
