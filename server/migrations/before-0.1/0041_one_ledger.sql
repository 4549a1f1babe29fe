-- One table of refunds and one of disputes, for payments of purchases and of invoices. The rows of invoices move here;
-- their former tables stay readable and writable under the old names for the version before, as views.

alter table refunds
  alter column attempt_id drop not null,
  -- Not used any more: the payment has the currency. Dropped in a later version.
  alter column currency drop not null,
  add column invoice_id integer references invoices (id),
  -- Why Stripe refused it, when it did.
  add column last_error text,
  add column ordered_by integer references users (id),
  add constraint refunds_payment_check check (num_nonnulls(attempt_id, invoice_id) = 1),
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('duplicate', 'administrator', 'guarantee', 'at_provider')),
  drop constraint refunds_status_check,
  add constraint refunds_status_check
    check (status in ('due', 'pending', 'succeeded', 'failed', 'canceled', 'refused'));
create index refunds_invoice on refunds (invoice_id);
-- A second press of the button finds the first one's order.
create unique index refunds_due_key on refunds (attempt_id, invoice_id) nulls not distinct where status = 'due';

alter table disputes
  alter column attempt_id drop not null,
  alter column currency drop not null,
  add column invoice_id integer references invoices (id),
  add constraint disputes_payment_check check (num_nonnulls(attempt_id, invoice_id) = 1);
create index disputes_invoice on disputes (invoice_id);

-- Analytics hears of a refund or dispute under its payment.
create function note_return_change() returns trigger language plpgsql as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into analytics_changes (source, subject)
  values (case when changed ->> 'invoice_id' is null then 'attempt' else 'invoice' end,
    coalesce(changed ->> 'invoice_id', changed ->> 'attempt_id')::integer);
  return null;
end $$;
drop trigger refunds_noted on refunds;
drop trigger disputes_noted on disputes;
create trigger refunds_noted after insert or delete or update of status, amount_minor
  on refunds for each row execute function note_return_change();
create trigger disputes_noted after insert or delete or update of status, amount_minor
  on disputes for each row execute function note_return_change();

-- Numbers of both tables begin at 1, so those of invoices go on from the others, in the audit log too.
alter table audit_log disable trigger audit_log_kept;
do $$
declare
  shift constant integer := nextval('refunds_id_seq');
begin
  insert into refunds (id, invoice_id, amount_minor, reason, status, stripe_refund_id, last_error, ordered_by,
    created_at, updated_at)
  overriding system value
  select shift + id, invoice_id, amount_minor, reason, status, stripe_refund_id, last_error, ordered_by, created_at,
    updated_at
  from invoice_refunds;
  perform setval('refunds_id_seq', greatest(shift, (select max(id) from refunds)));
  update audit_log set object = 'refund', object_id = (object_id::integer + shift)::text
  where object = 'invoice-refund';
  -- The reconciler makes every due refund within 5 minutes, whatever number it has now.
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and j.locked_at is null
      and t.identifier in ('issue-invoice-refund', 'reconcile-subscriptions');
  end if;
end $$;
alter table audit_log enable trigger audit_log_kept;
insert into disputes (stripe_dispute_id, invoice_id, amount_minor, reason, status, created_at, updated_at)
select stripe_dispute_id, invoice_id, amount_minor, reason, status, created_at, updated_at from invoice_disputes;

drop table invoice_refunds, invoice_disputes;
create view invoice_refunds as
  select id, invoice_id, amount_minor, reason, status, stripe_refund_id, last_error, ordered_by, created_at, updated_at
  from refunds where invoice_id is not null;
create view invoice_disputes as
  select stripe_dispute_id, invoice_id, amount_minor, reason, status, created_at, updated_at
  from disputes where invoice_id is not null;

-- The same as before, with what went back read from one place.
-- Works up to so many changes into the sums and tells how many there were. A payment is counted anew from what the
-- ledger says of it now, by the rules of the billing page: what was taken, less what went back or is on its way, never
-- more than was taken.
create or replace function fold_analytics(most integer) returns integer language plpgsql as $$
declare
  folded integer;
  attempts integer[];
  bills integer[];
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
  with taken as (
    delete from analytics_changes where id in (select id from analytics_changes order by id limit most)
    returning source, subject, day
  ), finished as (
    insert into resource_days as known (resource_id, day, finished)
    select subject, day, count(*) from taken
    where source = 'finished' and exists (select from resources r where r.id = subject) group by subject, day
    on conflict on constraint resource_days_pkey do update set finished = known.finished + excluded.finished
  )
  select count(*), coalesce(array_agg(distinct subject) filter (where source = 'attempt'), '{}'),
    coalesce(array_agg(distinct subject) filter (where source = 'invoice'), '{}')
  into folded, attempts, bills from taken;
  if folded = 0 then return 0; end if;

  -- Which payment of a subscription is its first depends on its other invoices.
  if bills <> '{}' then
    select bills || coalesce(array_agg(i.id), '{}') into bills from invoices i
    where i.id <> all (bills) and i.stripe_subscription_id in (
      select stripe_subscription_id from invoices where id = any (bills));
  end if;

  with gone as (
    delete from analytics_lines where (source = 'attempt' and payment_id = any (attempts))
      or (source = 'invoice' and payment_id = any (bills))
    returning day, kind, amount_minor, currency, resource_id
  ), paid as (
    select 'attempt' as source, a.id as payment_id, coalesce(p.purchased_at, a.succeeded_at, a.created_at) as at,
      'one_off' as kind, a.amount_received_minor as amount_minor, a.currency, p.resource_id
    from payment_attempts a left join purchases p on p.attempt_id = a.id
    where a.id = any (attempts) and a.amount_received_minor > 0
    union all
    select 'invoice', i.id, coalesce(i.paid_at, i.issued_at),
      case when exists (
        select from invoices former
        where former.stripe_subscription_id = i.stripe_subscription_id and former.paid_minor > 0
          and (coalesce(former.paid_at, former.issued_at), former.id) < (coalesce(i.paid_at, i.issued_at), i.id)
      ) then 'renewal' else 'new_subscription' end,
      i.paid_minor, i.currency, null
    from invoices i where i.id = any (bills) and i.paid_minor > 0
  ), back as (
    select case when invoice_id is null then 'attempt' else 'invoice' end as source,
      coalesce(invoice_id, attempt_id) as payment_id, at, reference, amount_minor
    from (
      select attempt_id, invoice_id, created_at as at, id::text as reference, amount_minor
      from refunds where status in ('pending', 'succeeded')
      union all
      select attempt_id, invoice_id, updated_at, stripe_dispute_id, amount_minor from disputes where status = 'lost'
    ) returned where attempt_id = any (attempts) or invoice_id = any (bills)
  ), summed as (
    select source, payment_id, at, amount_minor as returned_minor,
      sum(amount_minor) over (partition by source, payment_id order by at, reference) as total_minor
    from back
  ), come as (
    insert into analytics_lines (source, payment_id, day, kind, amount_minor, currency, resource_id)
    select source, payment_id, (at at time zone 'UTC')::date, kind, amount_minor, currency, resource_id from (
      select * from paid
      union all
      select source, payment_id, summed.at, 'refund',
        least(amount_minor, total_minor) - least(amount_minor, total_minor - returned_minor), currency, null
      from summed join paid using (source, payment_id)
    ) line where amount_minor > 0
    returning day, kind, amount_minor, currency, resource_id
  ), difference as (
    select 1 as sign, come.* from come union all select -1, gone.* from gone
  ), bought as (
    insert into resource_days as known (resource_id, day, bought)
    select resource_id, day, sum(sign) from difference
    where exists (select from resources r where r.id = resource_id)
    group by resource_id, day having sum(sign) <> 0
    on conflict on constraint resource_days_pkey do update set bought = known.bought + excluded.bought
  )
  insert into analytics_days as known (day, currency, kind, amount_minor)
  select day, currency, kind, sum(sign * amount_minor) from difference
  group by day, currency, kind having sum(sign * amount_minor) <> 0
  on conflict on constraint analytics_days_pkey do update set amount_minor = known.amount_minor + excluded.amount_minor;
  return folded;
end $$;
