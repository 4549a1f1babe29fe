-- Outside a transaction: an address has one account and one invitation of an organisation. The indexes on lower(email) stay
-- for nodes of the version before.
create unique index concurrently if not exists users_address_key_key on users (address_key);

create unique index concurrently if not exists organisation_invitations_address_key_key
  on organisation_invitations (organisation_id, address_key);

create index concurrently if not exists organisation_invitations_address_key on organisation_invitations (address_key);
