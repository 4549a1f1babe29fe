-- What the publisher calls principles, phases and roles, and what the assessment asks (CONTENT). Versions are never
-- changed or deleted: attempts name the one that they answered. Without a row the product's own content holds.
create table content_versions (
  number integer not null constraint content_versions_number_check check (number > 0),
  words jsonb not null,
  assessment jsonb not null,
  -- The first version with the same assessment, under which attempts are kept: "0.1" is the product's own.
  assessment_version text not null
    constraint content_versions_assessment_version_check check (length(assessment_version) between 1 and 20),
  published_at timestamptz not null default now(),
  published_by integer not null constraint content_versions_published_by_fkey references users (id),
  constraint content_versions_pkey primary key (number)
);
create index content_versions_published_by on content_versions (published_by);
