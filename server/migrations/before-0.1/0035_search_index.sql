-- Filters are ordinary conditions; the labels of type, access and principles are no longer asked for.
drop index resources_words_and_filters;
drop function resource_labels(text, text, smallint);
create index resources_words on resources using gin (
  array_to_tsvector(words_of(search_text)), rapp_implementation_phase, role_affiliations
) with (fastupdate = off) where is_listed;

-- Reading the words of one row takes as long as thousands of comparisons: the planner then leaves it to the index.
alter function words_of(text) cost 10000;

-- The planner knows the words of an index on an expression only after this.
analyze resources;
