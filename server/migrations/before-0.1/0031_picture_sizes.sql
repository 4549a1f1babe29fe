-- How large a picture is, so that pages keep its place before it comes. Pictures uploaded before, and those of nodes
-- that do not know these columns yet, are measured by a job.
alter table files
  add column width_pixels integer,
  add column height_pixels integer,
  add constraint files_pixels_check check (
    (width_pixels is null) = (height_pixels is null) and width_pixels > 0 and height_pixels > 0
    and (kind = 'image' or width_pixels is null)
  );
create index files_unmeasured on files (id) where kind = 'image' and width_pixels is null;
