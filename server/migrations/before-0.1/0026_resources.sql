-- When a draft publishes itself, by the database's clock; null for never. What is published or withdrawn waits no more.
alter table resources add column publish_at timestamptz;
alter table resources add constraint resources_publish_at_check
  check (publish_at is null or (not is_published and withdrawn_at is null));
create index resources_publish_due on resources (publish_at) where publish_at is not null;

-- The administrator's list: one index per order, drafts included. Each holds what the filters ask, so that pages and
-- totals come from an index alone and rows are read for the page only.
create index resources_kept_newest on resources (created_at desc, id desc)
  include (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase)
  where withdrawn_at is null;
create index resources_kept_changed on resources (updated_at desc, id desc)
  include (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase)
  where withdrawn_at is null;
create index resources_kept_title on resources (title_order, id)
  include (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase)
  where withdrawn_at is null;
create index resources_kept_price on resources (shown_price_minor, id)
  include (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase)
  where withdrawn_at is null;

-- The search of that list, by parts of words; the space in front lets the first word begin like every other.
create index resources_kept_text on resources using gin ((' ' || search_text) gin_trgm_ops)
  with (fastupdate = off) where withdrawn_at is null;
