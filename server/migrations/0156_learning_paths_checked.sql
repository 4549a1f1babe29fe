-- Outside a transaction, because each row is read.
alter table resources validate constraint resources_type_check;

alter table resources validate constraint resources_path_check;
