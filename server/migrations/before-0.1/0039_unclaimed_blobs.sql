-- ACCT-07: bytes that no row names. They are noted here before they are stored and until their row is written, so that
-- an interrupted upload is found, and again when the row of an unused file is deleted. A job removes them a week later.
create table unclaimed_blobs (
  id uuid constraint unclaimed_blobs_pkey primary key,
  since timestamptz not null default now()
);
create index unclaimed_blobs_since on unclaimed_blobs (since);
create index files_created_at on files (created_at);
