alter table users add column two_factor_enabled_at timestamptz;

-- The mark of the browser, so that a new device can be told from a known one; only its hash is kept.
alter table sign_in_sessions add column device_hash bytea;
create index sign_in_sessions_device on sign_in_sessions (user_id, device_hash);

-- Who somebody is to a sign-in provider; the address is what it said when the two were brought together.
create table identities (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  issuer text not null,
  subject text not null,
  email text not null,
  created_at timestamptz not null default now(),
  constraint identities_issuer_subject_key unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- The secret of an authenticator, sealed with the installation's own; it counts once users.two_factor_enabled_at is set.
create table second_factors (
  user_id integer primary key references users (id),
  sealed_secret bytea not null,
  -- The 30-second step of the last code that was used: no code is taken twice.
  last_step integer not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  id integer generated always as identity primary key,
  user_id integer not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_user_id_code_hash_key unique (user_id, code_hash)
);

-- `second_step` is a sign-in by a provider that still waits for its code; its secret lies in a cookie, never in a mail.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('verify_email', 'set_password', 'second_step'));

-- Tells whether a node has the secret that the second factors were sealed with.
alter table installation add column secret_check bytea;
