-- A member with another address has opened the link of the gift, and may have passed it on: it verifies no address then.
alter table gifts add column verifies_address boolean not null default true;
