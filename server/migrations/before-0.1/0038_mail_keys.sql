-- Keys of mails that were deleted with age: a mail with such a key is not queued again.
create table mail_keys (
  dedupe_key text primary key,
  created_at timestamptz not null default now()
);

-- Bodies hold links: from now on they are blanked when a mail is sent.
update mails set text_body = '', html_body = '', unsubscribe_url = null where sent_at is not null;
