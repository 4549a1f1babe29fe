-- Until when the seller can answer a dispute; null where the bank takes no answer, and until the dispute is synced.
alter table disputes add column due_by timestamptz;
