-- Outside a transaction: the resources that show an uploaded picture (UPLOAD-11).
create index concurrently if not exists resources_pictures
  on resources using gin (resource_pictures(thumbnail_url, featured_image_url, slideshow_images));
