-- Outside a transaction: of a sale, one payment by card can be open; of a resource, one unpaid invoice of an organisation.
create unique index concurrently if not exists payment_attempts_open_card_key
  on payment_attempts (user_id, resource_id, is_gift, coalesce(organisation_id, 0)) where status = 'open' and billing is null;

drop index concurrently if exists payment_attempts_open_sale_key;

create unique index concurrently if not exists payment_attempts_open_invoice_key
  on payment_attempts (organisation_id, resource_id) where status = 'open' and billing is not null;

create unique index concurrently if not exists payment_attempts_stripe_invoice_id_key
  on payment_attempts (stripe_invoice_id) where stripe_invoice_id is not null;
