-- DETAIL-27: what a job has read in an uploaded PDF, once. page_count is null for files that cannot be read.
create table pdf_facts (
  file_id uuid constraint pdf_facts_pkey primary key references files (id) on delete cascade,
  page_count integer constraint pdf_facts_page_count_check check (page_count > 0),
  -- The entries of its outline, {title, page} each.
  contents jsonb not null default '[]',
  -- False after its pages could not be drawn, so that no job tries again and again.
  is_drawable boolean not null default true,
  read_at timestamptz not null default now()
);

-- The first pages of a PDF as pictures, as many as a resource shows before it is bought.
create table drawn_pages (
  file_id uuid not null references pdf_facts (file_id) on delete cascade,
  page integer not null constraint drawn_pages_page_check check (page between 1 and 5),
  image_id uuid not null references files (id),
  -- The words of the page, for people who do not see the picture.
  text text not null,
  constraint drawn_pages_pkey primary key (file_id, page)
);
create index drawn_pages_image_id on drawn_pages (image_id);

alter table resources
  add column sample_pages integer not null default 0
    constraint resources_sample_pages_check check (sample_pages between 0 and 5);
