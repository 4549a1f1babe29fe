-- The API key by which an entry of the audit log came about, and an import was uploaded (ADM-34). Neither is a reference,
-- because entries outlive the key.
alter table audit_log add column key_id integer;
alter table catalogue_imports add column key_id integer;
