-- Whether everyone may watch a resource's video or only people with access to the resource (ACCESS-23).
alter table resources add column video_access text not null default 'preview'
  constraint resources_video_access_check check (video_access in ('preview', 'content'));
-- A resource that has nothing but its video sells the video.
update resources set video_access = 'content'
where coalesce(nullif(instructional_video_url, ''), video_url, '') <> ''
  and file_id is null and file_link is null and online_product_id is null and reading_minutes is null
  and type <> 'bundle';
