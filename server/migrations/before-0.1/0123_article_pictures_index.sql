-- Outside a transaction: the texts that show an uploaded picture (UPLOAD-11).
create index concurrently if not exists articles_pictures on articles using gin (pictures_in(document::text));
