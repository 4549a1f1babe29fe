-- What a member bought is asked with every decision about access. With the purchase's id beside them the index answers
-- that alone, where it took a page of the table for each purchase.
create unique index purchases_live_key_with_id on purchases (user_id, resource_id) include (id) where status = 'paid';
drop index purchases_live_key;
alter index purchases_live_key_with_id rename to purchases_live_key;
