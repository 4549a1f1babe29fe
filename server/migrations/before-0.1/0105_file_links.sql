-- The address of a resource's file on another site: a download leads there (API-60). A resource has this or a file.
alter table resources add column file_link text;
alter table resources add constraint resources_file_link_check check (file_link is null or file_id is null) not valid;

-- Another address is another edition of the content.
create trigger resources_file_link_raised before update of file_link on resources
  for each row when (old.file_link is distinct from new.file_link) execute function raise_content_version();
