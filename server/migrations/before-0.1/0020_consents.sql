-- Who asked for an order to begin at once, having read which text, and when: one row for each order and text, written at
-- the press of the button, before anything is charged. The order is a payment, a subscription, or the checkout of a code.
create table order_consents (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  attempt_id integer references payment_attempts (id),
  subscription_id integer references subscriptions (id),
  promo_checkout_id integer references promo_checkouts (id),
  text_version text not null,
  given_at timestamptz not null default now(),
  constraint order_consents_order_check check (num_nonnulls(attempt_id, subscription_id, promo_checkout_id) = 1),
  constraint order_consents_order_text_version_key
    unique nulls not distinct (attempt_id, subscription_id, promo_checkout_id, text_version)
);
create index order_consents_user on order_consents (user_id);
create index order_consents_subscription on order_consents (subscription_id) where subscription_id is not null;
create index order_consents_promo_checkout on order_consents (promo_checkout_id) where promo_checkout_id is not null;

-- Orders from before the text existed: nobody was asked, so nothing is missing.
insert into order_consents (user_id, attempt_id, text_version)
  select user_id, id, 'not asked' from payment_attempts where status in ('succeeded', 'refused');
insert into order_consents (user_id, subscription_id, text_version)
  select user_id, id, 'not asked' from subscriptions where started_at is not null;
