-- Companies, councils and charities with their people (ORG).
create table organisations (
  id integer generated always as identity,
  name text not null constraint organisations_name_check check (length(name) between 1 and 120),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint organisations_pkey primary key (id)
);

-- A person belongs to at most one organisation.
create table organisation_people (
  user_id integer not null references users (id),
  organisation_id integer not null references organisations (id),
  role text not null constraint organisation_people_role_check check (role in ('owner', 'manager', 'learner')),
  joined_at timestamptz not null default now(),
  constraint organisation_people_pkey primary key (user_id)
);
create index organisation_people_organisation on organisation_people (organisation_id, user_id);

-- Waiting invitations: accepted and withdrawn ones are deleted. The link of the newest mail alone works; its secret is
-- stored hashed. Without a hash the mail is still to be sent.
create table organisation_invitations (
  id integer generated always as identity,
  organisation_id integer not null references organisations (id),
  email text not null constraint organisation_invitations_email_check check (length(email) between 3 and 254),
  role text not null constraint organisation_invitations_role_check check (role in ('owner', 'manager', 'learner')),
  secret_hash bytea,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  constraint organisation_invitations_pkey primary key (id),
  constraint organisation_invitations_secret_hash_key unique (secret_hash)
);
create unique index organisation_invitations_email_key on organisation_invitations (organisation_id, lower(email));
create index organisation_invitations_address on organisation_invitations (lower(email));
