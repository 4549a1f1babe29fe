-- Filters by implementation phase and by role: what is rare among them is found without reading every resource.
create index resources_audience on resources using gin (rapp_implementation_phase, role_affiliations)
  with (fastupdate = off) where is_listed;

-- The tags as search compares them: a match among them counts more than one in the description.
create function tags_search_form(tags text[]) returns text language sql immutable strict parallel safe
  return search_form(array_to_string(tags, ' '));
alter table resources add column search_tags text generated always as (tags_search_form(tags)) stored;

-- How many listed resources of each kind are for a phase or a role: the counts beside these filters.
create table resource_audience_counts (
  type text not null,
  access_type text not null,
  principles_bits smallint not null,
  -- A value of rapp_implementation_phase or of role_affiliations; the two vocabularies share no word.
  audience text not null,
  resources integer not null,
  constraint resource_audience_counts_pkey primary key (type, access_type, principles_bits, audience)
);
create function audience_of(phases text[], roles text[]) returns setof text
  language sql immutable parallel safe rows 4
begin atomic
  select unnest(phases) union select unnest(roles);
end;

create function count_audiences() returns trigger language plpgsql as $$
declare
  change constant integer := tg_argv[0];
begin
  insert into resource_audience_counts as known (type, access_type, principles_bits, audience, resources)
  select type, access_type, principles_bits, audience, change * count(*)
  from changed, audience_of(rapp_implementation_phase, role_affiliations) as audience where is_listed
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict on constraint resource_audience_counts_pkey
  do update set resources = known.resources + excluded.resources;
  return null;
end $$;
create trigger resources_audience_added after insert on resources
  referencing new table as changed for each statement execute function count_audiences('1');
create trigger resources_audience_changed_to after update on resources
  referencing new table as changed for each statement execute function count_audiences('1');
create trigger resources_audience_were after update on resources
  referencing old table as changed for each statement execute function count_audiences('-1');
create trigger resources_audience_removed after delete on resources
  referencing old table as changed for each statement execute function count_audiences('-1');

create function count_no_audiences() returns trigger language plpgsql as $$
begin
  delete from resource_audience_counts;
  return null;
end $$;
create trigger resources_audience_emptied after truncate on resources
  for each statement execute function count_no_audiences();

insert into resource_audience_counts (type, access_type, principles_bits, audience, resources)
select type, access_type, principles_bits, audience, count(*)
from resources, audience_of(rapp_implementation_phase, role_affiliations) as audience where is_listed
group by 1, 2, 3, 4;
