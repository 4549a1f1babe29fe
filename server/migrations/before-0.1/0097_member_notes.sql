-- What administrators write down about a member (ADM-USER-20). The text goes with the account.
create table member_notes (
  id integer generated always as identity,
  user_id integer not null constraint member_notes_user_id_fkey references users (id),
  author_id integer not null constraint member_notes_author_id_fkey references users (id),
  text text not null constraint member_notes_text_check check (length(text) between 1 and 2000),
  created_at timestamptz not null default now(),
  constraint member_notes_pkey primary key (id)
);
create index member_notes_user on member_notes (user_id, id desc);
create index member_notes_author on member_notes (author_id);
