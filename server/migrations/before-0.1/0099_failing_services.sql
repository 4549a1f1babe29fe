-- What a node has no answer from, as its /readyz says (SYS-02). Nodes of the version before write none.
alter table nodes add column failing text[] not null default '{}';
