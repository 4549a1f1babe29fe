-- The zone of the payer when a document was issued, in which it writes its days; null is UTC, as in documents of versions
-- before. A document keeps what was printed when it was issued, so that a later choice of the payer does not change it.
alter table documents add column time_zone text;
