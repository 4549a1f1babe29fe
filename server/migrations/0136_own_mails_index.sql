-- Outside a transaction: the mails of one account, for its export and erasure.
create index concurrently if not exists mails_user on mails (user_id) where user_id is not null;
