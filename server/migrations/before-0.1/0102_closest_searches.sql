-- How many of the searches without a result had closest matches (BROWSE-17). Nodes of the version before count none.
alter table empty_searches add column closest integer not null default 0;
