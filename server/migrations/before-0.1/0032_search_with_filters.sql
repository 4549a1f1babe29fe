-- What the filters ask of a resource that has one of each, in words: its principles, its type with its access, and all
-- three. The fewer resources a label has, the less of the index is read for it; which ones are asked for is decided by
-- the portal (label-rules.ts).
create function resource_labels(type text, access_type text, principles_bits smallint) returns text[]
  language sql immutable strict parallel safe
  return array[
    principles_bits::text, type || ' ' || access_type, type || ' ' || access_type || ' ' || principles_bits::text];

-- Words and filters in one index: it follows the rarest of them, so that a search within a filter reads only what
-- matches both. Whatever asks for one column alone, as earlier versions of the portal do, is served by it as well.
create index resources_words_and_filters on resources using gin (
  array_to_tsvector(words_of(search_text)), resource_labels(type, access_type, principles_bits),
  rapp_implementation_phase, role_affiliations
) with (fastupdate = off) where is_listed;

-- Only from then on the planner knows what the expressions of an index hold.
analyze resources;

-- Last, because from here on nobody reads until all of this is done.
drop index resources_words;
drop index resources_audience;
