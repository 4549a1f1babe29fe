-- Outside a transaction: an order of seats is a sale of its own beside the payer's own purchase of the resource.
create unique index concurrently if not exists payment_attempts_open_sale_key
  on payment_attempts (user_id, resource_id, is_gift, coalesce(organisation_id, 0)) where status = 'open';

drop index concurrently if exists payment_attempts_open_key;

create unique index concurrently if not exists purchases_live_sale_key on purchases (user_id, resource_id) include (id)
  where status = 'paid' and not is_gift and organisation_id is null;

drop index concurrently if exists purchases_live_key;

create index concurrently if not exists payment_attempts_organisation on payment_attempts (organisation_id)
  where organisation_id is not null;

create index concurrently if not exists purchases_organisation on purchases (organisation_id, id)
  where organisation_id is not null;
