-- Once after the database was put back to an earlier day, before the portal starts. The installation gets a new id, under
-- which new objects are made at the payment provider, and keeps the former one among its own.
update installation set former_ids = former_ids || id, id = gen_random_uuid();

-- No number is given a second time: what the provider knows about numbers given since the backup stays unmistakable.
select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + 100000)
from pg_sequences where schemaname = 'public';

-- Documents that were issued since the backup are with their buyers: the numbers go on after a gap that is on record.
update document_numbers set last_number = last_number + 10000, skipped = skipped + 10000;

-- What ended since the backup must not come back: everybody signs in again, and asks for new links.
update sign_in_sessions set revoked_at = now() where revoked_at is null;
update account_links set used_at = now() where used_at is null;
delete from tool_tokens;
delete from connection_errands;
delete from connection_pending;
delete from organisation_directory_tokens;
delete from assistant_grants;
-- Keys stay in the lists of their owners, who make new ones.
update api_keys set expires_at = now() where expires_at is null or expires_at > now();

-- Owners look at their webhooks before any is called: one may have been removed, or its secret replaced, since the backup.
-- A backup from before 0174 does not know this reason yet; 0174 makes the same check.
alter table webhooks drop constraint if exists webhooks_off_reason_check;
alter table webhooks add constraint webhooks_off_reason_check
  check (off_reason in ('switched-off', 'gone', 'failing', 'restored'));
update webhooks set off_reason = coalesce(off_reason, 'restored'), former_secret = null, former_secret_until = null;
update webhook_deliveries set status = 'skipped' where status = 'waiting';

-- Badges made since the backup are with their holders: their places in the status lists are not given a second time.
insert into badge_status_lists (created_at) select now() where exists (select from badge_status_lists);
