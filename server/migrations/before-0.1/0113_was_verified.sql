-- Whether an address of the account was ever verified: a change of address takes `email_verified_at` away, but not that
-- the second factor is the member's own. Accounts whose address changed before have their factor ended by a reset.
alter table users add column was_verified boolean not null default false;
