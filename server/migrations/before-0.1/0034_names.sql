-- Tables, columns, sequences and queued jobs take the names of the glossary, in one step: no installation is in
-- production yet. From here on a rename keeps the old name readable for the version before.

-- A snapshot is what Stripe showed at one moment; snapshots are numbered in the order in which they were begun.
alter sequence payment_looks rename to payment_snapshot_numbers;
alter sequence subscription_looks rename to subscription_snapshot_numbers;
alter table stripe_customers rename column last_look to last_snapshot_number;
alter table payment_attempts rename column last_look to last_snapshot_number;
alter table payment_attempts rename column looked_at to synced_at;
alter table invoices rename column last_look to last_snapshot_number;
alter table invoices rename column looked_at to synced_at;
alter table promo_checkouts rename column looked_at to synced_at;
alter table subscriptions rename column last_look to last_snapshot_number;
alter table subscriptions rename column looked_at to synced_at;
alter table subscriptions rename column is_surplus to is_duplicate;
alter table subscription_states rename column look to snapshot_number;

alter table promo_code_products rename column place to position;

alter table progress_places rename to reading_positions;
alter table reading_positions rename column placed_at to saved_at;

alter table reconciliation_findings rename to reconciliation_discrepancies;

-- Constraints, indexes and sequences keep the form <table>_<columns>_<kind>.
do $$
declare
  one record;
  old_table text;
  new_table text;
begin
  for old_table, new_table in values
    ('progress_places', 'reading_positions'), ('reconciliation_findings', 'reconciliation_discrepancies')
  loop
    for one in select conname from pg_constraint
      where conrelid = new_table::regclass and starts_with(conname, old_table || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', new_table, one.conname,
        replace(one.conname, old_table, new_table));
    end loop;
    for one in select relname, relkind from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and starts_with(relname, old_table || '_')
    loop
      execute format('alter %s %I rename to %I', case one.relkind when 'S' then 'sequence' else 'index' end,
        one.relname, replace(one.relname, old_table, new_table));
    end loop;
  end loop;
  for one in select conrelid::regclass as on_table, conname,
      replace(replace(replace(replace(replace(conname, 'placed_at', 'saved_at'), 'last_look', 'last_snapshot_number'),
        'looked_at', 'synced_at'), 'is_surplus', 'is_duplicate'), 'subscription_states_look',
        'subscription_states_snapshot_number') as new_name
    from pg_constraint where connamespace = 'public'::regnamespace
      and conname ~ '_(last_look|looked_at|placed_at|is_surplus|states_look)_'
  loop
    execute format('alter table %s rename constraint %I to %I', one.on_table, one.conname, one.new_name);
  end loop;
  if exists (select 1 from pg_constraint where conname = 'promo_code_products_place_not_null') then
    alter table promo_code_products rename constraint promo_code_products_place_not_null
      to promo_code_products_position_not_null;
  end if;

  -- Jobs that wait under an old name are done under the new one; the queue does not exist before the first start.
  if to_regclass('graphile_worker._private_tasks') is not null then
    update graphile_worker._private_tasks t set identifier = names.new_name
    from (values ('hold-subscription', 'update-subscription-pause'),
      ('end-surplus-subscription', 'end-duplicate-subscription'),
      ('compare-books', 'reconcile-with-stripe'), ('hasten-mails', 'retry-mails')) as names (old_name, new_name)
    where t.identifier = names.old_name;
  end if;
end $$;
