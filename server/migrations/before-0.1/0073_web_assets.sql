-- The built web app's files of this version and of those before, so that open pages of either find theirs (OPS-11).
create table web_assets (
  name text not null,
  bytes bytea not null,
  -- When a node began to serve without it; null for those of the build that started last.
  superseded_at timestamptz,
  constraint web_assets_pkey primary key (name)
);
