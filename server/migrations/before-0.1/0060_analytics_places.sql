-- Revenue by resource and by country: every line names the resource and the country of its payment, a refund too, and
-- the tax in its amount. Lost disputes are told from refunds.
alter table analytics_lines
  add column country text,
  add column tax_minor integer not null default 0,
  add column is_dispute boolean not null default false;

-- A document may follow its payment, when the version before recorded that.
create trigger documents_noted after insert on documents for each row execute function note_return_change();

do $$
declare
  fold text := pg_get_functiondef('fold_analytics(integer)'::regprocedure);
  change text[];
begin
  foreach change slice 1 in array array[
    -- What was bought is counted from purchases alone, for refunds have a resource now.
    ['from difference
    where exists (', 'from difference
    where kind = ''one_off'' and exists ('],
    ['select attempt_id, invoice_id, created_at as at, id::text as reference, amount_minor
      from refunds', 'select attempt_id, invoice_id, created_at as at, id::text as reference, amount_minor, false as is_dispute,
        (select c.tax_minor from documents c where c.refund_id = refunds.id) as tax_minor
      from refunds'],
    ['lost_at, stripe_dispute_id, amount_minor from disputes', 'lost_at, stripe_dispute_id, amount_minor, true, null from disputes'],
    ['coalesce(invoice_id, attempt_id) as payment_id, at, reference, amount_minor
    from (', 'coalesce(invoice_id, attempt_id) as payment_id, at, reference, amount_minor, is_dispute, tax_minor
    from ('],
    ['select source, payment_id, at, amount_minor as returned_minor,', 'select source, payment_id, at, amount_minor as returned_minor, is_dispute, tax_minor,'],
    ['insert into analytics_lines (source, payment_id, day, kind, amount_minor, currency, resource_id)
    select source, payment_id, (at at time zone ''UTC'')::date, kind, amount_minor, currency, resource_id from (
      select * from paid
      union all', 'insert into analytics_lines (source, payment_id, day, kind, amount_minor, currency, resource_id, is_dispute,
      tax_minor, country)
    select line.source, line.payment_id, (at at time zone ''UTC'')::date, line.kind, amount_minor, line.currency, resource_id,
      is_dispute, coalesce(line.tax_minor, round(d.tax_minor::numeric * amount_minor / d.total_minor)::integer, 0),
      coalesce(d.taxes -> 0 ->> ''country'', d.country)
    from (
      select *, false as is_dispute, null::integer as tax_minor from paid
      union all'],
    ['least(amount_minor, total_minor - returned_minor), currency, null
      from summed join paid using (source, payment_id)
    ) line where', 'least(amount_minor, total_minor - returned_minor), currency, resource_id, is_dispute, summed.tax_minor
      from summed join paid using (source, payment_id)
    ) line left join documents d on d.kind = ''invoice'' and case line.source
      when ''attempt'' then d.attempt_id else d.invoice_id end = line.payment_id
    where']
  ] loop
    if position(change[1] in fold) = 0 then raise exception 'fold_analytics has no "%"', change[1]; end if;
    fold := replace(fold, change[1], change[2]);
  end loop;
  execute fold;
end $$;

-- Everything is counted anew, by the first reader.
insert into analytics_changes (source, subject) select 'attempt', id from payment_attempts where amount_received_minor > 0;
insert into analytics_changes (source, subject) select 'invoice', id from invoices where paid_minor > 0;
