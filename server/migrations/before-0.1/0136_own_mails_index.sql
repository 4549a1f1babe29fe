-- Outside a transaction: a portal may keep millions of mails.
-- Mails that are kept since the address came to the account, by its form or by an administrator's change.
update mails m set user_id = u.id from users u
where lower(m.recipient) = lower(u.email) and u.deleted_at is null and m.user_id is null
  and m.created_at >= greatest(u.created_at, (
    select max(l.happened_at) from audit_log l
    where l.member_user_id = u.id and l.object = 'user' and l.action = 'update'
      and l.before ->> 'email' is distinct from l.after ->> 'email'));

-- The mails of one account, for its export and erasure.
create index concurrently if not exists mails_user on mails (user_id) where user_id is not null;
