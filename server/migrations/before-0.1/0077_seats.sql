-- Seats of organisations (SEAT, ORG-07): a lot is what an organisation was given at once, a seat is one place of it.
create table seat_lots (
  id integer generated always as identity,
  organisation_id integer not null references organisations (id),
  -- What a seat opens; null for everything that the subscription opens.
  resource_id integer references resources (id),
  seats integer not null constraint seat_lots_seats_check check (seats between 1 and 5000),
  reason text not null constraint seat_lots_reason_check check (length(reason) between 1 and 500),
  given_by integer references users (id),
  created_at timestamptz not null default now(),
  -- From then on its seats open nothing and are given to nobody; null for no end.
  ends_at timestamptz,
  constraint seat_lots_pkey primary key (id)
);
create index seat_lots_organisation on seat_lots (organisation_id, resource_id);
create index seat_lots_resource on seat_lots (resource_id);

-- The row is the seat: there can never be more in use than there are. A seat that was taken back keeps the person it was
-- taken from, who can get it back without a move.
create table seats (
  id integer generated always as identity,
  lot_id integer not null references seat_lots (id),
  user_id integer references users (id),
  -- Null for a seat that no person has had.
  assigned_at timestamptz,
  returned_at timestamptz,
  -- When it last went from one person to another.
  moved_at timestamptz,
  constraint seats_pkey primary key (id),
  constraint seats_returned_at_check check (assigned_at is not null or (user_id is null and returned_at is null and moved_at is null)),
  constraint seats_user_id_check check (user_id is not null or assigned_at is null or returned_at is not null)
);
create index seats_lot on seats (lot_id);
create index seats_user on seats (user_id);
create unique index seats_lot_user_key on seats (lot_id, user_id) where returned_at is null;

-- What members may open by a seat at this moment; `resource_id` is null for what the subscription opens. A seat of a bundle
-- opens the parts as a purchase on the day of the lot would.
create view held_seats as
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
  where s.returned_at is null and s.user_id is not null and (l.ends_at is null or l.ends_at > now());
