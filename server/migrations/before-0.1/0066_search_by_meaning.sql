-- A search knows types and access: "templates", "free report". PostgreSQL before 17 cannot change how a column is made,
-- so both are made anew, with their indexes.
alter table resources drop column search_text, drop column search_tags;
alter table resources
  add column search_text text generated always as (
    resource_search_text(title, description, tags || array[replace(type, '_', ' '), access_type])) stored,
  add column search_tags text generated always as (
    tags_search_form(tags || array[replace(type, '_', ' '), access_type])) stored;
create index resources_words on resources using gin (
  array_to_tsvector(words_of(search_text)), rapp_implementation_phase, role_affiliations
) with (fastupdate = off) where is_listed;
create index resources_kept_text on resources using gin ((' ' || search_text) gin_trgm_ops)
  with (fastupdate = off) where withdrawn_at is null;

-- The words of those texts, as the triggers keep them.
delete from search_words;
insert into search_words (word, resources)
select word, count(*) from resources, unnest(words_of(search_text)) as word where is_listed group by word;

-- What the forms of a word share: "policies" and "policy", "training" and "trained". Marks around a word do not count.
create function word_stem(word text) returns text language sql immutable strict parallel safe
  return coalesce(
    nullif((ts_lexize('english_stem', regexp_replace(word, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g')))[1], ''), word);
alter table search_words add column stem text collate "C" not null generated always as (word_stem(word)) stored;
create index search_words_stem on search_words (stem);

-- What members may type, and what is found for it: "gdpr = data protection, privacy". Null: the usual list holds.
alter table portal_settings add column search_synonyms text[]
  constraint portal_settings_search_synonyms_check check (cardinality(search_synonyms) <= 200);

analyze resources;
analyze search_words;
