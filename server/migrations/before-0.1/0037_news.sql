-- News of the product that administrators mail to the members who agreed to them. They are sent in batches: up to which
-- member is noted with each batch. A retry of the same call finds the same news.
create table news (
  id integer generated always as identity constraint news_pkey primary key,
  subject text not null constraint news_subject_check check (length(subject) between 1 and 150),
  text text not null constraint news_text_check check (length(text) between 1 and 10000),
  sent_by integer not null constraint news_sent_by_fkey references users (id),
  created_at timestamptz not null default now(),
  last_user_id integer not null default 0,
  recipient_count integer not null default 0 constraint news_recipient_count_check check (recipient_count >= 0),
  finished_at timestamptz
);
create unique index news_words_key on news (md5(subject || E'\n' || text));
create index news_sent_by on news (sent_by);
