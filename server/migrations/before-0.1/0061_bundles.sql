-- A bundle is a resource whose purchase opens other resources (BUNDLE-01).
alter table resources
  drop constraint resources_type_check,
  add constraint resources_type_check check (type in ('online_tool', 'template', 'downloadable_template', 'book', 'report',
    'insight', 'newsletter', 'article', 'bundle', 'other')),
  -- Whether buyers also get the parts that are added after they bought the bundle.
  add column includes_later_parts boolean not null default false;

-- One row for each time that a resource was part of a bundle. Removed parts keep their row: earlier buyers keep the part.
create table bundle_parts (
  id integer generated always as identity,
  bundle_id integer not null references resources (id),
  resource_id integer not null references resources (id),
  position integer not null,
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint bundle_parts_pkey primary key (id),
  constraint bundle_parts_resource_id_check check (resource_id <> bundle_id)
);
create unique index bundle_parts_live_key on bundle_parts (bundle_id, resource_id) where removed_at is null;
create index bundle_parts_bundle on bundle_parts (bundle_id);
create index bundle_parts_resource on bundle_parts (resource_id);

-- What members own by a live purchase: what they bought, and the parts of the bundles they bought. A part that was in the
-- bundle at any time from the opening of the checkout to the purchase belongs to the buyer, because the checkout showed it.
create view owned_resources as
  select user_id, resource_id, id as purchase_id from purchases where status = 'paid'
  union all
  select p.user_id, part.resource_id, p.id
  from purchases p
  join bundle_parts part on part.bundle_id = p.resource_id
  join resources bundle on bundle.id = p.resource_id
  join payment_attempts a on a.id = p.attempt_id
  where p.status = 'paid' and (bundle.includes_later_parts or part.added_at <= p.purchased_at)
    and (part.removed_at is null or part.removed_at > a.created_at);
