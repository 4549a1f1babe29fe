-- A gift is a purchase whose owner is another member than its payer: who redeems it (GIFT-01).
alter table payment_attempts add column is_gift boolean not null default false;
alter table purchases add column is_gift boolean not null default false;

-- A member can buy the same resource for itself and as a gift, at the same time.
create unique index payment_attempts_open_gift_key on payment_attempts (user_id, resource_id, is_gift) where status = 'open';
drop index payment_attempts_open_key;
alter index payment_attempts_open_gift_key rename to payment_attempts_open_key;
create unique index purchases_live_key_of_owner on purchases (user_id, resource_id) include (id)
  where status = 'paid' and not is_gift;
drop index purchases_live_key;
alter index purchases_live_key_of_owner rename to purchases_live_key;

-- What the payer entered with the payment. The link of the newest mail alone redeems it; its secret is stored hashed.
create table gifts (
  id integer generated always as identity,
  attempt_id integer not null references payment_attempts (id),
  user_id integer not null references users (id),
  email text not null constraint gifts_email_check check (length(email) <= 254),
  message text not null constraint gifts_message_check check (length(message) <= 1000),
  deliver_on date not null,
  secret_hash bytea,
  mails_sent integer not null default 0,
  sent_at timestamptz,
  redeemed_by integer references users (id),
  redeemed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint gifts_pkey primary key (id),
  constraint gifts_attempt_id_key unique (attempt_id),
  constraint gifts_secret_hash_key unique (secret_hash),
  constraint gifts_redeemed_at_check check ((redeemed_by is null) = (redeemed_at is null))
);
create index gifts_user on gifts (user_id);
create index gifts_redeemed_by on gifts (redeemed_by) where redeemed_by is not null;

-- Live purchases by the member who owns what was bought.
create view owned_purchases as
  select user_id, id as purchase_id, resource_id, attempt_id, purchased_at
  from purchases where status = 'paid' and not is_gift
  union all
  select g.redeemed_by, p.id, p.resource_id, p.attempt_id, p.purchased_at
  from gifts g join purchases p on p.attempt_id = g.attempt_id
  where g.redeemed_by is not null and p.status = 'paid';

create or replace view owned_resources as
  select user_id, resource_id, purchase_id from owned_purchases
  union all
  select o.user_id, part.resource_id, o.purchase_id
  from owned_purchases o
  join bundle_parts part on part.bundle_id = o.resource_id
  join resources bundle on bundle.id = o.resource_id
  join payment_attempts a on a.id = o.attempt_id
  where (bundle.includes_later_parts or part.added_at <= o.purchased_at)
    and (part.removed_at is null or part.removed_at > a.created_at);
