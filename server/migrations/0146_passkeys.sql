-- Passkeys that open accounts. Each works at the host alone for which its browser made it.
create table passkeys (
  id integer generated always as identity not null,
  user_id integer not null,
  credential_id bytea not null,
  public_key bytea not null,
  -- The account's name for authenticators; a passkey hands it back when it signs.
  user_handle bytea not null,
  host text not null,
  name text not null,
  counter bigint not null,
  transports text[] not null,
  -- Whether the authenticator may copy it to other devices, and whether it has.
  is_syncable boolean not null,
  is_synced boolean not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_id_fkey foreign key (user_id) references users (id),
  constraint passkeys_credential_id_check check (length(credential_id) between 1 and 1023),
  constraint passkeys_public_key_check check (length(public_key) between 1 and 4096),
  constraint passkeys_user_handle_check check (length(user_handle) between 1 and 64),
  constraint passkeys_host_check check (length(host) between 1 and 253),
  constraint passkeys_name_check check (length(name) between 1 and 960),
  constraint passkeys_counter_check check (counter between 0 and 4294967295),
  constraint passkeys_transports_check check (cardinality(transports) <= 10),
  constraint passkeys_is_synced_check check (is_syncable or not is_synced)
);
create index passkeys_user on passkeys (user_id);

-- Challenges that a browser has been given and that no passkey has signed yet.
create table passkey_challenges (
  challenge_hash bytea not null,
  browser_hash bytea not null,
  purpose text not null,
  user_id integer,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey primary key (challenge_hash),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references users (id),
  constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign-in', 'confirm')),
  constraint passkey_challenges_user_id_check check ((user_id is null) = (purpose = 'sign-in'))
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expires on passkey_challenges (expires_at);
