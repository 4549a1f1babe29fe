-- Outside a transaction: people by the domain of their verified address, whom an organisation may let in (ORG-04).
create index concurrently if not exists users_verified_domain on users (lower(split_part(email, '@', 2)))
  where email_verified_at is not null;
