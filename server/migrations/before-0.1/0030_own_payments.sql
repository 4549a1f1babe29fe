-- A member's own payments, for the billing page, the export of data and erasure: without it each reads everybody's.
create index payment_attempts_user on payment_attempts (user_id);
