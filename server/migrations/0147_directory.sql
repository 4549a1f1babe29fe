-- The directory of a company adds people and ends their access (SCIM-01 to SCIM-06).
create table organisation_directory_tokens (
  id integer generated always as identity,
  organisation_id integer not null,
  name text not null,
  token_start text not null,
  token_hash bytea not null,
  made_by integer,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint organisation_directory_tokens_pkey primary key (id),
  constraint organisation_directory_tokens_token_hash_key unique (token_hash),
  constraint organisation_directory_tokens_organisation_id_fkey foreign key (organisation_id) references organisations (id),
  constraint organisation_directory_tokens_made_by_fkey foreign key (made_by) references users (id),
  constraint organisation_directory_tokens_name_check check (length(name) between 1 and 480),
  constraint organisation_directory_tokens_token_start_check check (length(token_start) = 8)
);
create index organisation_directory_tokens_organisation on organisation_directory_tokens (organisation_id);
create index organisation_directory_tokens_made_by on organisation_directory_tokens (made_by);

create table organisation_directory_people (
  id uuid not null default gen_random_uuid(),
  organisation_id integer not null,
  user_id integer,
  user_name text not null,
  user_name_key text not null generated always as (lower(user_name collate "C")) stored,
  external_id text,
  email text not null,
  address_key text,
  profile jsonb not null,
  is_active boolean not null,
  outcome text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint organisation_directory_people_pkey primary key (id),
  constraint organisation_directory_people_user_name_key unique (organisation_id, user_name_key),
  constraint organisation_directory_people_address_key unique (organisation_id, address_key),
  constraint organisation_directory_people_organisation_id_fkey foreign key (organisation_id) references organisations (id),
  constraint organisation_directory_people_user_id_fkey foreign key (user_id) references users (id),
  constraint organisation_directory_people_user_name_check check (length(user_name) between 1 and 254),
  constraint organisation_directory_people_external_id_check check (length(external_id) between 1 and 254),
  constraint organisation_directory_people_email_check check (length(email) between 3 and 254),
  constraint organisation_directory_people_profile_check check (length(profile::text) <= 20000),
  constraint organisation_directory_people_outcome_check check (outcome in ('made', 'existed', 'invited'))
);
-- Of one organisation, a person has one record.
create unique index organisation_directory_people_person on organisation_directory_people (organisation_id, user_id)
  where user_id is not null;
create index organisation_directory_people_user on organisation_directory_people (user_id);
create index organisation_directory_people_external on organisation_directory_people (organisation_id, external_id);
create trigger organisation_directory_people_address_key before insert or update of email on organisation_directory_people
  for each row execute function set_address_key();

create table organisation_offboardings (
  id integer generated always as identity,
  organisation_id integer not null,
  user_id integer,
  user_name text not null,
  name text not null,
  ended_at timestamptz not null default now(),
  sessions integer not null,
  seats integer not null,
  keys integer not null,
  tokens integer not null,
  is_last_owner boolean not null,
  constraint organisation_offboardings_pkey primary key (id),
  constraint organisation_offboardings_organisation_id_fkey foreign key (organisation_id) references organisations (id),
  constraint organisation_offboardings_user_id_fkey foreign key (user_id) references users (id),
  constraint organisation_offboardings_user_name_check check (length(user_name) <= 254),
  constraint organisation_offboardings_name_check check (length(name) <= 1000),
  constraint organisation_offboardings_counts_check check (least(sessions, seats, keys, tokens) >= 0)
);
create index organisation_offboardings_organisation on organisation_offboardings (organisation_id, ended_at);
create index organisation_offboardings_user on organisation_offboardings (user_id);

-- By whatever way a person joins, the record of the same address is that person's from then on, also when the person
-- changes the address of the account later. A record of a person who is still inside stays.
create function link_directory_person() returns trigger language plpgsql as $$
begin
  update organisation_directory_people d set user_id = new.user_id
  from users u
  where u.id = new.user_id and d.organisation_id = new.organisation_id and d.address_key = u.address_key
    and not exists (select from organisation_people p
      where p.user_id = d.user_id and p.organisation_id = d.organisation_id)
    and not exists (select from organisation_directory_people other
      where other.organisation_id = new.organisation_id and other.user_id = new.user_id);
  return null;
end $$;
create trigger organisation_people_directory_linked after insert on organisation_people
  for each row execute function link_directory_person();
