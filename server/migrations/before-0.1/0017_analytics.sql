-- What administrators ask of the whole, kept as sums. No person stands in any of these tables.

-- What changed since the sums were last brought up to date: payments and invoices by their id, and resources that
-- somebody finished. Payments only add a row here, so they never wait for each other's sums.
create table analytics_changes (
  id bigint generated always as identity primary key,
  source text not null constraint analytics_changes_source_check check (source in ('attempt', 'invoice', 'finished')),
  subject integer not null,
  day date
);

-- What each payment put into the sums, so that it can be taken out again when the payment changes. Days are UTC.
create table analytics_lines (
  id bigint generated always as identity primary key,
  source text not null,
  payment_id integer not null,
  day date not null,
  -- The first payment of a subscription is a new one, later ones renew it; money that went back is a refund.
  kind text not null constraint analytics_lines_kind_check
    check (kind in ('one_off', 'new_subscription', 'renewal', 'refund')),
  amount_minor integer not null,
  currency text not null,
  -- The resource that was bought; empty for a second payment, which bought nothing.
  resource_id integer
);
create index analytics_lines_payment on analytics_lines (source, payment_id);

create table analytics_days (
  day date not null,
  currency text not null,
  kind text not null,
  amount_minor bigint not null,
  constraint analytics_days_pkey primary key (day, currency, kind)
);

create table resource_days (
  resource_id integer not null references resources (id) on delete cascade,
  day date not null,
  -- How often members opened its page, bought it and finished it.
  opened integer not null default 0,
  bought integer not null default 0,
  finished integer not null default 0,
  constraint resource_days_pkey primary key (resource_id, day)
);
create index resource_days_day on resource_days (day);

-- What members looked for in the whole catalogue without finding anything; bounded per day, deleted after 400 days.
create table empty_searches (
  day date not null,
  text text not null,
  searches integer not null,
  constraint empty_searches_pkey primary key (day, text)
);

create index subscription_states_seen on subscription_states (seen_at);

create function note_payment_change() returns trigger language plpgsql as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into analytics_changes (source, subject) values (tg_argv[0], (changed ->> tg_argv[1])::integer);
  return null;
end $$;
create trigger payment_attempts_noted after insert or delete or update of amount_received_minor, succeeded_at
  on payment_attempts for each row execute function note_payment_change('attempt', 'id');
create trigger purchases_noted after insert or delete or update of attempt_id, purchased_at
  on purchases for each row execute function note_payment_change('attempt', 'attempt_id');
create trigger refunds_noted after insert or delete or update of status, amount_minor
  on refunds for each row execute function note_payment_change('attempt', 'attempt_id');
create trigger disputes_noted after insert or delete or update of status, amount_minor
  on disputes for each row execute function note_payment_change('attempt', 'attempt_id');
create trigger invoices_noted after insert or delete or update of paid_minor, paid_at, stripe_subscription_id
  on invoices for each row execute function note_payment_change('invoice', 'id');
create trigger invoice_refunds_noted after insert or delete or update of status, amount_minor
  on invoice_refunds for each row execute function note_payment_change('invoice', 'invoice_id');
create trigger invoice_disputes_noted after insert or delete or update of status, amount_minor
  on invoice_disputes for each row execute function note_payment_change('invoice', 'invoice_id');

create function note_finished() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.completion_percentage < 100 then
    insert into analytics_changes (source, subject, day)
    values ('finished', new.resource_id, (now() at time zone 'UTC')::date);
  end if;
  return null;
end $$;
create trigger progress_sessions_noted after insert or update of completion_percentage on progress_sessions
  for each row when (new.completion_percentage = 100) execute function note_finished();

-- Works up to so many changes into the sums and tells how many there were. A payment is counted anew from what the
-- ledger says of it now, by the rules of the billing page: what was taken, less what went back or is on its way, never
-- more than was taken.
create function fold_analytics(most integer) returns integer language plpgsql as $$
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
    select 'attempt' as source, attempt_id as payment_id, created_at as at, id::text as reference, amount_minor
    from refunds where attempt_id = any (attempts) and status in ('pending', 'succeeded')
    union all
    select 'attempt', attempt_id, updated_at, stripe_dispute_id, amount_minor
    from disputes where attempt_id = any (attempts) and status = 'lost'
    union all
    select 'invoice', invoice_id, created_at, id::text, amount_minor
    from invoice_refunds where invoice_id = any (bills) and status in ('pending', 'succeeded')
    union all
    select 'invoice', invoice_id, updated_at, stripe_dispute_id, amount_minor
    from invoice_disputes where invoice_id = any (bills) and status = 'lost'
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

-- What there was before.
insert into analytics_changes (source, subject) select 'attempt', id from payment_attempts where amount_received_minor > 0;
insert into analytics_changes (source, subject) select 'invoice', id from invoices where paid_minor > 0;
insert into analytics_changes (source, subject, day)
select 'finished', resource_id, (last_accessed_at at time zone 'UTC')::date
from progress_sessions where completion_percentage = 100;
do $$ begin perform fold_analytics(2147483647); end $$;
