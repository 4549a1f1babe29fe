-- Outside a transaction: users_verified_address_domain replaced this index, which no query uses.
drop index concurrently if exists users_verified_domain;
