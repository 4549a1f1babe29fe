-- Outside a transaction: validating reads every row.
alter table resources validate constraint resources_file_link_check;
