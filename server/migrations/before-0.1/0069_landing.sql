-- What /catalogue opens with: a short introduction and up to six resources. A resource that is gone stays in the list
-- and is not shown.
alter table portal_settings
  add column introduction jsonb,
  add column pinned_resource_ids integer[] not null default '{}'
    constraint portal_settings_pinned_resource_ids_check check (cardinality(pinned_resource_ids) <= 6);
