-- What the log shows of the last attempt of a delivery (HOOK-05): its path, the time that it was signed with, and the
-- Content-Type of its response; null before this version.
alter table webhook_deliveries
  add column sent_path text check (length(sent_path) between 1 and 2000),
  add column signed_at timestamptz,
  add column response_type text check (length(response_type) between 1 and 200);

-- When the signing secret was last replaced; null while it is the first, and before this version.
alter table webhooks add column secret_rotated_at timestamptz;

-- A restore switches webhooks off ('restored', after-restore.sql).
-- Unused since 0150: the new check allows all that the former one did.
alter table webhooks drop constraint webhooks_off_reason_check;
alter table webhooks add constraint webhooks_off_reason_check
  check (off_reason in ('switched-off', 'gone', 'failing', 'restored'));
