-- What each picture of a slideshow shows, in the order of the pictures; shorter or blank where nobody has said it.
alter table resources add column slideshow_texts text[] not null default '{}';
