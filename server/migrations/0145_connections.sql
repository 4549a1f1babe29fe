create table connections (
  id uuid primary key default gen_random_uuid(),
  -- Null for connections of the portal.
  organisation_id integer references organisations (id) on delete cascade,
  name text not null,
  slug text not null constraint connections_slug_key unique,
  state text not null default 'draft',
  issuer text not null,
  client_id text not null,
  auth_method text not null,
  sealed_secret bytea,
  secret_saved_at timestamptz,
  secret_ends_on date,
  -- Days before the end of the secret at which its owners were last mailed.
  secret_mailed_days smallint,
  sealed_key bytea,
  public_key jsonb,
  certificate text,
  scopes text not null,
  email_claim text not null,
  first_name_claim text not null,
  last_name_claim text not null,
  vouches text not null,
  accepts_unverified boolean not null default false,
  spares_second_factor boolean not null default false,
  session_hours smallint not null default 12,
  directory_claim text not null default 'sub',
  is_operators boolean not null default false,
  sends_logouts boolean not null default false,
  end_session_address text,
  activated_at timestamptz,
  enforced_at timestamptz,
  enforced_by integer references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint connections_name_check check (length(name) between 1 and 240),
  constraint connections_slug_check check (slug ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  constraint connections_state_check check (state in ('draft', 'tested', 'active', 'enforced', 'disabled')),
  constraint connections_issuer_check check (length(issuer) between 8 and 500),
  constraint connections_client_id_check check (length(client_id) between 1 and 300),
  constraint connections_auth_method_check check (auth_method in ('client_secret', 'private_key_jwt')),
  constraint connections_vouches_check check (vouches in ('verified', 'all', 'domains')),
  constraint connections_vouches_owner check ((vouches = 'domains') = (organisation_id is not null)),
  constraint connections_session_hours_check check (session_hours between 1 and 24),
  constraint connections_directory_claim_check check (directory_claim in ('sub', 'oid')),
  constraint connections_enforced_owner check (state <> 'enforced' or organisation_id is not null),
  constraint connections_operators_owner check (not is_operators or organisation_id is null)
);
create index connections_organisation_id_idx on connections (organisation_id);
create index connections_enforced_by_idx on connections (enforced_by);
create unique index connections_operators_key on connections (is_operators) where is_operators;

create table connection_domains (
  domain_id integer primary key references organisation_domains (id) on delete cascade,
  connection_id uuid not null references connections (id) on delete cascade,
  domain text not null constraint connection_domains_domain_key unique,
  constraint connection_domains_domain_check check (length(domain) between 4 and 253 and domain = lower(domain))
);
create index connection_domains_connection_id_idx on connection_domains (connection_id);

create table connection_identities (
  id integer generated always as identity primary key,
  connection_id uuid not null references connections (id) on delete cascade,
  user_id integer not null references users (id),
  issuer text not null,
  subject text not null,
  email text not null,
  -- The claim oid, by which a directory at Microsoft Entra names a person.
  object_id text,
  linked_at timestamptz not null default now(),
  constraint connection_identities_subject_key unique (connection_id, issuer, subject),
  constraint connection_identities_subject_check check (length(subject) between 1 and 255),
  constraint connection_identities_object_id_check check (length(object_id) between 1 and 255)
);
create index connection_identities_user_id_idx on connection_identities (user_id);

create table connection_sessions (
  session_id integer primary key references sign_in_sessions (id) on delete cascade,
  connection_id uuid not null references connections (id) on delete cascade,
  through text not null,
  subject text,
  provider_sid text,
  ends_at timestamptz,
  constraint connection_sessions_through_check check (through in ('provider', 'emergency')),
  constraint connection_sessions_ends_at_check check (through = 'emergency' or ends_at is not null)
);
create index connection_sessions_sid_idx on connection_sessions (connection_id, provider_sid);
create index connection_sessions_subject_idx on connection_sessions (connection_id, subject);

create table connection_errands (
  state_hash bytea primary key,
  browser_hash bytea not null,
  connection_id uuid not null references connections (id) on delete cascade,
  purpose text not null,
  return_to text not null,
  user_id integer references users (id),
  asked_at timestamptz not null default now(),
  constraint connection_errands_purpose_check check (purpose in ('sign-in', 'confirm', 'test')),
  constraint connection_errands_user_check check ((purpose = 'sign-in') = (user_id is null))
);
create index connection_errands_connection_id_idx on connection_errands (connection_id);
create index connection_errands_user_id_idx on connection_errands (user_id);
create index connection_errands_asked_at_idx on connection_errands (asked_at);

create table connection_pending (
  token_hash bytea primary key,
  connection_id uuid not null references connections (id) on delete cascade,
  kind text not null,
  user_id integer not null references users (id),
  issuer text not null,
  subject text not null,
  email text not null,
  object_id text,
  provider_sid text,
  spares_factor boolean not null,
  return_to text not null,
  mail_hash bytea,
  asked_at timestamptz not null default now(),
  constraint connection_pending_kind_check check (kind in ('link', 'switch', 'code'))
);
create index connection_pending_connection_id_idx on connection_pending (connection_id);
create index connection_pending_user_id_idx on connection_pending (user_id);
create index connection_pending_asked_at_idx on connection_pending (asked_at);

-- Logout tokens that were used, so that each works once.
create table connection_logouts (
  connection_id uuid not null references connections (id) on delete cascade,
  token_id_hash bytea not null,
  received_at timestamptz not null default now(),
  primary key (connection_id, token_id_hash)
);
create index connection_logouts_received_at_idx on connection_logouts (received_at);

create table connection_tests (
  connection_id uuid primary key references connections (id) on delete cascade,
  user_id integer not null references users (id),
  tested_at timestamptz not null default now(),
  works boolean not null,
  result jsonb not null
);
create index connection_tests_user_id_idx on connection_tests (user_id);

create table connection_emergency_owners (
  connection_id uuid not null references connections (id) on delete cascade,
  user_id integer not null references users (id),
  primary key (connection_id, user_id)
);
create index connection_emergency_owners_user_id_idx on connection_emergency_owners (user_id);

create table private_addresses (
  user_id integer primary key references users (id),
  email text,
  new_email text,
  code_hash bytea,
  code_expires_at timestamptz,
  constraint private_addresses_email_check check (length(email) <= 254),
  constraint private_addresses_new_email_check check (length(new_email) <= 254),
  constraint private_addresses_code_check check ((new_email is null) = (code_hash is null))
);

create table confirm_codes (
  user_id integer primary key references users (id),
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- The address that the account gets when the link is used.
alter table account_links add column moves_to text;

alter table organisation_domains
  add column dns_proven_at timestamptz,
  add column dns_checked_at timestamptz,
  add column dns_failing_since timestamptz;

alter table organisation_absences add column has_left boolean not null default false;
