-- Outside a transaction: people by the domain of their verified address, whom an organisation may let in (ORG-04). The
-- domain is all behind the last @, for a quoted local part may hold others. users_verified_domain stays for nodes of the
-- version before.
create index concurrently if not exists users_verified_address_domain
  on users (lower(substring(email from '[^@]*$') collate "C")) where email_verified_at is not null;
