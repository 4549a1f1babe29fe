-- Members' pictures, drawn anew as small squares. They are deleted with the account.
create table profile_pictures (
  user_id integer constraint profile_pictures_pkey primary key
    constraint profile_pictures_user_id_fkey references users,
  id uuid not null constraint profile_pictures_id_key unique,
  content bytea not null constraint profile_pictures_content_check check (octet_length(content) <= 262144),
  created_at timestamptz not null default now()
);

-- A provider's picture is asked for once for each identity; null for identities from before this version as well.
alter table identities add column picture_asked_at timestamptz;
