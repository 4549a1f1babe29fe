-- Outside a transaction: a member has one subscription of their own, an organisation one plan; ids of orders are unique.
create unique index concurrently if not exists subscriptions_live_member_key on subscriptions (user_id)
  where organisation_id is null and not is_duplicate and status not in ('canceled', 'incomplete_expired');

drop index concurrently if exists subscriptions_live_key;

create unique index concurrently if not exists subscriptions_live_organisation_key on subscriptions (organisation_id)
  where organisation_id is not null and not is_duplicate and status not in ('canceled', 'incomplete_expired');

create unique index concurrently if not exists subscriptions_order_id_key on subscriptions (order_id)
  where order_id is not null;
