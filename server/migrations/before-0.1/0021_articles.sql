-- The texts of articles, insights and newsletters, beside their resources so that lists stay small. A text is content
-- like a file: it leaves the portal only by the call that asks for access.
create table articles (
  resource_id integer constraint articles_pkey primary key references resources (id) on delete cascade,
  -- The tree of contract/article-nodes.ts.
  document jsonb not null,
  updated_at timestamptz not null default now()
);

-- How long the text takes to read; null for a resource without one.
alter table resources add column reading_minutes smallint;
