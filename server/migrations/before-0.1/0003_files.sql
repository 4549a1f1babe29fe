-- What administrators uploaded. Images are public; documents are given out only by whoever decides access.
create table files (
  id uuid primary key,
  kind text not null constraint files_kind_check check (kind in ('image', 'document')),
  name text not null,
  title text,
  content_type text not null,
  bytes bigint not null constraint files_bytes_check check (bytes > 0),
  sha256 bytea not null,
  uploaded_by integer references users (id),
  created_at timestamptz not null default now()
);
