-- Domains of organisations (ORG-04): an owner proves one by a DNS record with its secret, or by a code that is mailed to
-- a mailbox of the domain. A proven domain belongs to one organisation.
create table organisation_domains (
  id integer generated always as identity,
  organisation_id integer not null references organisations (id),
  domain text not null
    constraint organisation_domains_domain_check check (length(domain) between 4 and 253 and domain = lower(domain)),
  dns_secret text not null constraint organisation_domains_dns_secret_check check (length(dns_secret) = 43),
  code_hash bytea,
  code_expires_at timestamptz,
  joining text not null default 'off'
    constraint organisation_domains_joining_check check (joining in ('off', 'ask', 'automatically')),
  added_at timestamptz not null default now(),
  proven_at timestamptz,
  constraint organisation_domains_pkey primary key (id),
  constraint organisation_domains_domain_key unique (organisation_id, domain),
  constraint organisation_domains_joining_proven check (joining = 'off' or proven_at is not null)
);
create unique index organisation_domains_proven_key on organisation_domains (domain) where proven_at is not null;

-- Who asks to join the organisation of the own address's domain.
create table organisation_requests (
  user_id integer not null references users (id),
  organisation_id integer not null references organisations (id),
  asked_at timestamptz not null default now(),
  constraint organisation_requests_pkey primary key (user_id)
);
create index organisation_requests_organisation on organisation_requests (organisation_id, asked_at);

-- Who left an organisation, was removed from it or was declined: its domain leads this person in no more, an invitation
-- does.
create table organisation_absences (
  user_id integer not null references users (id),
  organisation_id integer not null references organisations (id),
  since timestamptz not null default now(),
  constraint organisation_absences_pkey primary key (user_id, organisation_id)
);
create index organisation_absences_organisation on organisation_absences (organisation_id);
