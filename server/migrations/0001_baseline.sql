-- The schema and the rows of a new installation, equal to those that the files of before-0.1 give. A database that has run
-- some of these goes on with the others. Made by `npm run database:baseline`; a test compares both.

set local check_function_bodies = off;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create sequence payment_snapshot_numbers as bigint;
create sequence subscription_snapshot_numbers as bigint;

create function search_form(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(lower(unaccent('unaccent'::regdictionary, $1)), '\s+'::text, ' '::text, 'g'::text);

create function resource_search_text(title text, description text, tags text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN search_form(((((title || ' '::text) || description) || ' '::text) || array_to_string(tags, ' '::text)));

create function words_of(form text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 10000
RETURN (SELECT COALESCE(array_agg(DISTINCT substr(word.word, start.start, 200)), '{}'::text[]) AS "coalesce" FROM string_to_table(words_of.form, ' '::text) word(word), LATERAL generate_series(1, GREATEST((length(word.word) - 100), 1), 100) start(start) WHERE (word.word <> ''::text));

create function principles_bits(principles text[])
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((CASE WHEN ('responsible'::text = ANY (principles)) THEN 1 ELSE 0 END + CASE WHEN ('adaptive'::text = ANY (principles)) THEN 2 ELSE 0 END) + CASE WHEN ('people_centred'::text = ANY (principles)) THEN 4 ELSE 0 END) + CASE WHEN ('purpose_driven'::text = ANY (principles)) THEN 8 ELSE 0 END))::smallint;

create function short_parts(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT array_agg(DISTINCT substr(short_parts.word, start.start, width.width)) AS array_agg FROM generate_series(1, length(short_parts.word)) start(start), generate_series(1, 2) width(width));

create function word_stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN COALESCE(NULLIF((ts_lexize('english_stem'::regdictionary, regexp_replace(word, '^[^[:alnum:]]+|[^[:alnum:]]+$'::text, ''::text, 'g'::text)))[1], ''::text), word);

create table search_words (
  word text collate "C" not null,
  resources integer not null,
  stem text collate "C" generated always as (word_stem(word)) stored not null,
  constraint search_words_pkey PRIMARY KEY (word)
);

create function similar_words(typed text)
 RETURNS TABLE(word text, resources integer)
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
 SET "pg_trgm.similarity_threshold" TO '0.25'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
BEGIN ATOMIC
 SELECT known.word,
     known.resources
    FROM search_words known
   WHERE ((known.word % similar_words.typed) OR (similar_words.typed <% known.word))
   ORDER BY GREATEST(similarity(similar_words.typed, known.word), word_similarity(similar_words.typed, known.word)) DESC, known.word
  LIMIT 200;
END;

create function count_resources()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change constant integer := tg_argv[0];
begin
  insert into resource_counts as known (type, access_type, principles_bits, resources)
  select type, access_type, principles_bits, change * count(*) from changed where is_listed
  group by type, access_type, principles_bits order by type, access_type, principles_bits
  on conflict on constraint resource_counts_pkey do update set resources = known.resources + excluded.resources;

  insert into search_words as known (word, resources)
  select word, change * count(*) from changed, unnest(words_of(search_text)) as word where is_listed
  group by word order by word
  on conflict on constraint search_words_pkey do update set resources = known.resources + excluded.resources;
  delete from search_words where resources <= 0;
  return null;
end $function$;

create function count_no_resources()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from resource_counts;
  delete from search_words;
  return null;
end $function$;

create function lock_catalogue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from catalogue_version for update;
  return null;
end $function$;

create function keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  erasable constant text[] := '{before,after,ip,user_agent,search_text}';
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and (
        (new.before is not distinct from old.before and new.after is not distinct from old.after)
        or (new.before is not distinct from audit_value_erased(old.object, old.action, old.before)
          and new.after is not distinct from audit_value_erased(old.object, old.action, old.after)
          and exists (select from users where id = old.member_user_id and deleted_at is not null))
        or (new.before is not distinct from audit_organisation_erased(old.before)
          and new.after is not distinct from audit_organisation_erased(old.after)
          and old.object = 'organisation'
          and exists (select from organisations where id::text = old.object_id and erased_at is not null))
      )
      and (
        (new.ip = old.ip and new.user_agent is not distinct from old.user_agent)
        or (new.ip = '' and new.user_agent is null
          and exists (select from users where id = old.actor_user_id and deleted_at is not null))
      )
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log cannot be changed.' using errcode = 'restrict_violation';
end
$function$;

create function note_payment_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into analytics_changes (source, subject) values (tg_argv[0], (changed ->> tg_argv[1])::integer);
  return null;
end $function$;

create function note_finished()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (tg_op = 'INSERT' or old.completion_percentage < 100)
    and exists (select from users where id = new.user_id and data_collection) then
    insert into analytics_changes (source, subject, day)
    values ('finished', new.resource_id, (now() at time zone 'UTC')::date);
  end if;
  return null;
end $function$;

create function fold_analytics(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
      coalesce(invoice_id, attempt_id) as payment_id, at, reference, amount_minor, is_dispute, tax_minor
    from (
      select attempt_id, invoice_id, created_at as at, id::text as reference, amount_minor, false as is_dispute,
        (select c.tax_minor from documents c where c.refund_id = refunds.id) as tax_minor
      from refunds where status in ('pending', 'succeeded')
      union all
      select attempt_id, invoice_id, lost_at, stripe_dispute_id, amount_minor, true, null from disputes where lost_at is not null
    ) returned where attempt_id = any (attempts) or invoice_id = any (bills)
  ), summed as (
    select source, payment_id, at, amount_minor as returned_minor, is_dispute, tax_minor,
      sum(amount_minor) over (partition by source, payment_id order by at, reference) as total_minor
    from back
  ), come as (
    insert into analytics_lines (source, payment_id, day, kind, amount_minor, currency, resource_id, is_dispute,
      tax_minor, country)
    select line.source, line.payment_id, (at at time zone 'UTC')::date, line.kind, amount_minor, line.currency, resource_id,
      is_dispute, coalesce(line.tax_minor, round(d.tax_minor::numeric * amount_minor / d.total_minor)::integer, 0),
      coalesce(d.taxes -> 0 ->> 'country', d.country)
    from (
      select *, false as is_dispute, null::integer as tax_minor from paid
      union all
      select source, payment_id, summed.at, 'refund',
        least(amount_minor, total_minor) - least(amount_minor, total_minor - returned_minor), currency, resource_id, is_dispute, summed.tax_minor
      from summed join paid using (source, payment_id)
    ) line left join documents d on d.kind = 'invoice' and case line.source
      when 'attempt' then d.attempt_id else d.invoice_id end = line.payment_id
    where amount_minor > 0
    returning day, kind, amount_minor, currency, resource_id
  ), difference as (
    select 1 as sign, come.* from come union all select -1, gone.* from gone
  ), bought as (
    insert into resource_days as known (resource_id, day, bought)
    select resource_id, day, sum(sign) from difference
    where kind = 'one_off' and exists (select from resources r where r.id = resource_id)
    group by resource_id, day having sum(sign) <> 0
    on conflict on constraint resource_days_pkey do update set bought = known.bought + excluded.bought
  )
  insert into analytics_days as known (day, currency, kind, amount_minor)
  select day, currency, kind, sum(sign * amount_minor) from difference
  group by day, currency, kind having sum(sign * amount_minor) <> 0
  on conflict on constraint analytics_days_pkey do update set amount_minor = known.amount_minor + excluded.amount_minor;
  return folded;
end $function$;

create function tags_search_form(tags text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN search_form(array_to_string(tags, ' '::text));

create function audience_of(phases text[], roles text[])
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 4
BEGIN ATOMIC
 SELECT unnest(audience_of.phases) AS unnest
 UNION
  SELECT unnest(audience_of.roles) AS unnest;
END;

create function count_audiences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change constant integer := tg_argv[0];
begin
  insert into resource_audience_counts as known (type, access_type, principles_bits, audience, resources)
  select type, access_type, principles_bits, audience, change * count(*)
  from changed, audience_of(rapp_implementation_phase, role_affiliations) as audience where is_listed
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict on constraint resource_audience_counts_pkey
  do update set resources = known.resources + excluded.resources;
  return null;
end $function$;

create function count_no_audiences()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from resource_audience_counts;
  return null;
end $function$;

create function audit_value_erased(object text, action text, value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((jsonb_typeof(value) = 'object'::text) AND (object = 'user'::text)) THEN '"erased"'::jsonb WHEN (jsonb_typeof(value) = 'object'::text) THEN (value - '{reason,answer}'::text[]) WHEN ((jsonb_typeof(value) = 'string'::text) AND ((((((object = 'block'::text) AND (action = 'create'::text)) OR ((object = 'subscription'::text) AND (action = 'suspend'::text))) OR ((object = 'invoice'::text) AND (action = 'request-refund'::text))) OR ((object = 'refund-request'::text) AND (action = 'granted'::text))) OR ((object = 'refund-request'::text) AND (action = 'declined'::text)))) THEN '"erased"'::jsonb ELSE value END;

create function add_to_weeks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_weeks as known (week, resource_id, opened, bought, finished)
  select date_trunc('week', day::timestamp)::date, resource_id, sum(opened), sum(bought), sum(finished)
  from come group by 1, 2
  on conflict on constraint resource_weeks_pkey do update set opened = known.opened + excluded.opened,
    bought = known.bought + excluded.bought, finished = known.finished + excluded.finished;
  return null;
end $function$;

create function take_from_weeks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update resource_weeks known
  set opened = known.opened - summed.opened, bought = known.bought - summed.bought,
    finished = known.finished - summed.finished
  from (
    select date_trunc('week', day::timestamp)::date as week, resource_id, sum(opened) as opened, sum(bought) as bought,
      sum(finished) as finished
    from gone group by 1, 2
  ) summed
  where known.week = summed.week and known.resource_id = summed.resource_id;
  return null;
end $function$;

create function note_return_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into analytics_changes (source, subject)
  values (case when changed ->> 'invoice_id' is null then 'attempt' else 'invoice' end,
    coalesce(changed ->> 'invoice_id', changed ->> 'attempt_id')::integer);
  return null;
end $function$;

create function note_dispute_loss()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.lost_at := case when new.status = 'lost' or starts_with(new.status, 'appeal_')
    then coalesce(case when tg_op = 'UPDATE' then old.lost_at end, new.updated_at) end;
  return new;
end $function$;

create function monthly_worth(is_duplicate boolean, status text, plan text, amount_minor integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (is_duplicate OR (status <> ALL (ARRAY['active'::text, 'past_due'::text]))) THEN 0 WHEN (plan = 'annual'::text) THEN (round(((amount_minor)::numeric / 12.0)))::integer ELSE amount_minor END;

create function note_recurring_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_recurring_worth(new, now());
  return null;
end $function$;

create table subscriptions (
  id integer generated always as identity not null,
  user_id integer not null,
  resource_id integer,
  plan text,
  amount_minor integer not null,
  currency text not null,
  stripe_subscription_id text,
  stripe_customer_id text,
  stripe_product_id text,
  stripe_price_id text,
  product_name text,
  status text default 'incomplete'::text not null,
  cancel_at_period_end boolean default false not null,
  cancel_at timestamp with time zone,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  trial_end timestamp with time zone,
  ended_at timestamp with time zone,
  grace_ends_at timestamp with time zone,
  suspended_at timestamp with time zone,
  suspended_by integer,
  suspended_reason text,
  is_duplicate boolean default false not null,
  last_snapshot_number bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  opened_at timestamp with time zone default now() not null,
  synced_at timestamp with time zone,
  started_at timestamp with time zone,
  is_payment_processing boolean default false not null,
  stripe_schedule_id text,
  pending_plan text,
  pending_amount_minor integer,
  pending_plan_at timestamp with time zone,
  begins_with text default 'payment'::text not null,
  trial_days integer default 0 not null,
  promo_code_id integer,
  stripe_session_id text,
  checkout_url text,
  tax_basis text,
  tax_mode text,
  pause_starts_at timestamp with time zone,
  pause_ends_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  cancel_comment text,
  discount_basis_points integer,
  discount_amount_minor integer,
  discount_duration text,
  discount_ends_at timestamp with time zone,
  organisation_id integer,
  seats integer,
  order_id integer,
  pending_seats integer,
  billing jsonb,
  owed_minor integer,
  invoice_url text,
  invoice_due_at timestamp with time zone,
  credit_until timestamp with time zone,
  sent_at timestamp with time zone,
  credit_held_minor integer,
  credit_held_until timestamp with time zone,
  billing_day smallint,
  constraint subscriptions_plan_check CHECK (plan = ANY (ARRAY['monthly'::text, 'annual'::text])),
  constraint subscriptions_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint subscriptions_pending_plan_check CHECK (pending_plan = ANY (ARRAY['monthly'::text, 'annual'::text])),
  constraint subscriptions_pending_amount_minor_check CHECK (pending_amount_minor > 0),
  constraint subscriptions_begins_with_check CHECK (begins_with = ANY (ARRAY['payment'::text, 'credit'::text, 'trial'::text, 'checkout'::text])),
  constraint subscriptions_trial_days_check CHECK (trial_days >= 0),
  constraint subscriptions_tax_mode_check CHECK (tax_mode = ANY (ARRAY['inclusive'::text, 'exclusive'::text])),
  constraint subscriptions_pause_check CHECK (num_nulls(pause_starts_at, pause_ends_at) <> 1 AND pause_starts_at <= pause_ends_at),
  constraint subscriptions_discount_duration_check CHECK (discount_duration = ANY (ARRAY['once'::text, 'repeating'::text, 'forever'::text])),
  constraint subscriptions_discount_check CHECK (num_nonnulls(discount_basis_points, discount_amount_minor) = num_nonnulls(discount_duration)),
  constraint subscriptions_seats_check CHECK (seats > 0),
  constraint subscriptions_pending_seats_check CHECK (pending_seats > 0),
  constraint subscriptions_order_check CHECK ((num_nulls(organisation_id, seats, order_id) = ANY (ARRAY[0, 3])) AND (organisation_id IS NOT NULL OR num_nonnulls(pending_seats, billing, owed_minor, credit_until) = 0))
);

create table invoices (
  id integer generated always as identity not null,
  user_id integer not null,
  stripe_invoice_id text not null,
  stripe_subscription_id text,
  number text,
  status text not null,
  billing_reason text,
  description text not null,
  total_minor integer not null,
  tax_minor integer not null,
  paid_minor integer not null,
  currency text not null,
  period_start timestamp with time zone,
  period_end timestamp with time zone,
  stripe_payment_intent_id text,
  hosted_url text,
  pdf_url text,
  attempt_count integer not null,
  next_attempt_at timestamp with time zone,
  issued_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  last_snapshot_number bigint not null,
  synced_at timestamp with time zone default now() not null,
  due_minor integer,
  open_payment text,
  constraint invoices_status_check CHECK (status = ANY (ARRAY['draft'::text, 'open'::text, 'paid'::text, 'uncollectible'::text, 'void'::text])),
  constraint invoices_paid_minor_check CHECK (paid_minor >= 0),
  constraint invoices_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_stripe_invoice_id_key UNIQUE (stripe_invoice_id),
  constraint invoices_stripe_payment_intent_id_key UNIQUE (stripe_payment_intent_id),
  constraint invoices_due_minor_check CHECK (due_minor >= 0),
  constraint invoices_open_payment_check CHECK (open_payment = ANY (ARRAY['failed'::text, 'authentication'::text, 'processing'::text]))
);

create function recurring_worth(s subscriptions)
 RETURNS integer
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((s).is_duplicate OR ((s).status <> ALL (ARRAY['active'::text, 'past_due'::text])) OR ((s).suspended_at IS NOT NULL) OR COALESCE((((s).pause_starts_at <= now()) AND ((s).pause_ends_at > now())), false)) THEN 0 ELSE (round(((((s).amount_minor)::numeric / CASE (s).plan WHEN 'annual'::text THEN 12.0 ELSE (1)::numeric END) * ((1)::numeric - CASE (s).tax_mode WHEN 'inclusive'::text THEN COALESCE((SELECT ((i.tax_minor)::numeric / (i.total_minor)::numeric) FROM invoices i WHERE ((i.stripe_subscription_id = (recurring_worth.s).stripe_subscription_id) AND (i.status = 'paid'::text) AND (i.total_minor > 0)) ORDER BY i.paid_at DESC NULLS LAST, i.id DESC LIMIT 1), (0)::numeric) ELSE (0)::numeric END))))::integer END;

create function note_recurring_worth(s subscriptions, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  worth constant integer := recurring_worth(s);
  former constant integer := (select coalesce(sum(change_minor), 0) from recurring_changes where subscription_id = s.id);
  is_live constant boolean := not s.is_duplicate and s.status in ('active', 'past_due');
  latest constant text := (select kind from recurring_changes where subscription_id = s.id order by id desc limit 1);
begin
  if worth = former then return; end if;
  insert into recurring_changes (subscription_id, kind, change_minor, currency, changed_at) values (s.id, case
    when worth = 0 and is_live then 'contraction'
    when worth = 0 then 'churn'
    when former > 0 and worth > former then 'expansion'
    when former > 0 then 'contraction'
    when latest = 'contraction' then 'expansion'
    when exists (select from recurring_changes c join subscriptions o on o.id = c.subscription_id
      where o.user_id = s.user_id) then 'returned'
    else 'new'
  end, worth - former, s.currency, at);
end $function$;

create function note_included_tax()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  s subscriptions;
  difference integer;
begin
  select * into s from subscriptions where stripe_subscription_id = new.stripe_subscription_id and tax_mode = 'inclusive'
  for no key update;
  if not found then return null; end if;
  difference := recurring_worth(s) - (
    select coalesce(sum(change_minor), 0) from recurring_changes where subscription_id = s.id);
  if difference <> 0 then
    update recurring_changes set change_minor = change_minor + difference
    where id = (select id from recurring_changes where subscription_id = s.id order by id desc limit 1);
  end if;
  return null;
end $function$;

create function note_pauses()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('analytics'));
  perform note_recurring_worth(s, case when s.pause_ends_at <= now() then s.pause_ends_at else s.pause_starts_at end)
  from (select * from subscriptions where pause_starts_at <= now() for no key update skip locked) s;
end $function$;

create function refuse_order_of_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from organisations o where o.id = new.organisation_id and (o.closed_at is null
    or exists (select from seat_lots l where l.attempt_id = new.attempt_id)) for share;
  if not found then return null; end if;
  return new;
end $function$;

create function open_bought_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lot integer;
begin
  update seat_lots set purchase_id = new.id, pauses_at = null where attempt_id = new.attempt_id;
  if found then return null; end if;
  insert into seat_lots (organisation_id, resource_id, seats, reason, purchase_id)
  values (new.organisation_id, new.resource_id, new.seats, 'Bought', new.id) returning id into lot;
  insert into seats (lot_id) select lot from generate_series(1, new.seats);
  return null;
end $function$;

create function sync_bought_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> 'paid' then
    update seat_lots set ends_at = now() where purchase_id = new.id and (ends_at is null or ends_at > now());
    return null;
  end if;
  -- Money that came back, as after a refund that failed: people who got another seat of the resource keep that one.
  update seats s set returned_at = now() from seat_lots l
  where l.purchase_id = new.id and s.lot_id = l.id and s.user_id is not null and s.returned_at is null and exists (
    select from seats o join seat_lots other on other.id = o.lot_id
    where o.user_id = s.user_id and o.returned_at is null and other.id <> l.id and other.organisation_id = l.organisation_id
      and other.resource_id = l.resource_id and (other.ends_at is null or other.ends_at > now()));
  update seat_lots l set ends_at = (select o.closed_at + interval '30 days' from organisations o where o.id = l.organisation_id)
  where l.purchase_id = new.id;
  return null;
end $function$;

create function open_credit_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lot integer;
begin
  insert into seat_lots (organisation_id, resource_id, seats, reason, attempt_id, pauses_at)
  values (new.organisation_id, new.resource_id, new.seats, 'Ordered by invoice', new.id, new.credit_until)
  returning id into lot;
  insert into seats (lot_id) select lot from generate_series(1, new.seats);
  return null;
end $function$;

create function end_credit_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update seat_lots set ends_at = now()
  where attempt_id = new.id and purchase_id is null and (ends_at is null or ends_at > now());
  return null;
end $function$;

create function raise_content_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.content_version := old.content_version + 1;
  return new;
end $function$;

create function raise_article_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update resources set content_version = content_version + 1 where id = coalesce(new.resource_id, old.resource_id);
  return null;
end $function$;

create function raise_tool_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update resources set content_version = content_version + 1 where online_product_id = new.id;
  return null;
end $function$;

create function complete_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update assignments a set completion_id = new.id,
    completed_at = case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end
  where a.user_id = new.user_id and a.resource_id = new.resource_id and a.ended_at is null
    and (not a.asks_confirmation or new.confirmed_at is not null)
    and (a.completed_at is null or a.completed_at
      <= case when a.asks_confirmation then greatest(new.completed_at, new.confirmed_at) else new.completed_at end);
  return null;
end $function$;

create function note_learning()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update assignments set begun_at = new.last_accessed_at
  where user_id = new.user_id and resource_id = new.resource_id and ended_at is null
    and (begun_at is null or begun_at <= completed_at);
  if new.completion_percentage = 100 and (tg_op = 'INSERT' or old.completion_percentage < 100)
    or new.finished_at is not null and (tg_op = 'INSERT' or old.finished_at is distinct from new.finished_at)
  then
    insert into completions (user_id, resource_id, content_version)
    select new.user_id, id, content_version from resources where id = new.resource_id
    on conflict do nothing;
  end if;
  return null;
end $function$;

create function end_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update assignments set ended_at = now()
  where user_id = old.user_id and organisation_id = old.organisation_id and ended_at is null;
  return null;
end $function$;

create function new_certificate_code()
 RETURNS text
 LANGUAGE sql
AS $function$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789',
    1 + (get_byte(bytes, 2 * place) * 256 + get_byte(bytes, 2 * place + 1)) % 56, 1), '')
  from (select sha512(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) as random,
    generate_series(0, 21) as place
$function$;

create function issue_certificate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into certificates (user_id, completion_id, organisation_id, organisation_name, holder_name, resource_id,
    resource_title, content_version, completed_at, code, expires_at)
  select new.user_id, c.id, o.id, o.name, coalesce(nullif(left(trim(u.first_name || ' ' || u.last_name), 300), ''), '–'),
    r.id, r.title, c.content_version, new.completed_at, new_certificate_code(),
    (new.valid_until + 1)::timestamp at time zone 'UTC'
  from completions c join users u on u.id = c.user_id join resources r on r.id = c.resource_id
    join organisations o on o.id = new.organisation_id
  where c.id = new.completion_id
  on conflict (completion_id, organisation_id) do nothing;
  return null;
end $function$;

create function sync_plan_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lot integer;
  is_running boolean := new.status in ('trialing', 'active', 'past_due', 'unpaid', 'paused');
  is_paid boolean := false;
begin
  select id into lot from seat_lots where subscription_id = new.id;
  if new.is_duplicate or not (is_running or (new.status = 'incomplete' and new.credit_until is not null)) then
    if tg_op = 'UPDATE' and old.status = 'active' and new.billing is null and new.current_period_end > now() then
      select deleted_at is not null into is_paid from users where id = new.user_id;
    end if;
    update seat_lots set ends_at = case when is_paid then new.current_period_end else now() end
    where id = lot and (ends_at is null or ends_at > now());
    return null;
  end if;
  if lot is null then
    -- A closed organisation gets no seats. The share lock waits for a closing that is under way.
    perform from organisations where id = new.organisation_id and closed_at is null for share;
    if not found then return null; end if;
    insert into seat_lots (organisation_id, seats, reason, subscription_id)
    values (new.organisation_id, new.seats, 'Plan', new.id) returning id into lot;
  end if;
  update seat_lots set seats = new.seats, pauses_at = case
      when new.suspended_at is not null or new.status in ('unpaid', 'paused') then least(pauses_at, now())
      when new.status = 'past_due' then coalesce(new.grace_ends_at, now())
      when new.status = 'incomplete' then new.credit_until
    end where id = lot;
  insert into seats (lot_id)
  select lot from generate_series(1, new.seats - (select count(*)::integer from seats where lot_id = lot));
  -- Fewer seats: those without a person go first, then those assigned last.
  delete from seats where id in (select s.id from seats s where s.lot_id = lot
    order by s.user_id is not null and s.returned_at is null, s.assigned_at desc nulls first
    limit greatest(0, (select count(*)::integer from seats where lot_id = lot) - new.seats));
  return null;
end $function$;

create function pictures_in(content text)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(array_agg(DISTINCT (found.found[1])::uuid), '{}'::uuid[]) AS "coalesce" FROM regexp_matches(pictures_in.content, '(?:^|[ "])/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'::text, 'gi'::text) found(found));

create function resource_pictures(thumbnail text, featured text, slides text[])
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN pictures_in(concat_ws(' '::text, thumbnail, featured, array_to_string(slides, ' '::text)));

create function set_mail_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.user_id := coalesce(new.user_id,
    (select id from users
     where address_key = lower(new.recipient collate "C") collate "default" and deleted_at is null));
  return new;
end $function$;

create function audit_organisation_erased(value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (jsonb_typeof(value) = 'object'::text) THEN (value - '{name,domain,round}'::text[]) ELSE value END;

create function set_address_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.address_key := lower(new.email collate "C");
  return new;
end $function$;

create table installation (
  only_row boolean default true not null,
  id uuid default gen_random_uuid() not null,
  former_ids uuid[] default '{}'::uuid[] not null,
  demo_seeded_at timestamp with time zone,
  assessment_added_at timestamp with time zone,
  secret_check bytea,
  constraint installation_only_row_check CHECK (only_row),
  constraint installation_pkey PRIMARY KEY (only_row)
);

create table mails (
  id integer generated always as identity (cycle) not null,
  dedupe_key text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  parked_at timestamp with time zone,
  last_error text,
  unsubscribe_url text,
  user_id integer,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_dedupe_key_key UNIQUE (dedupe_key)
);

create table limit_counters (
  key text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  expires_at timestamp with time zone not null,
  constraint limit_counters_pkey PRIMARY KEY (key, window_start)
);

create table audit_log (
  id bigint generated always as identity not null,
  happened_at timestamp with time zone default now() not null,
  actor_user_id integer,
  action text not null,
  object text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  ip text not null,
  request_id text not null,
  member_user_id integer,
  user_agent text,
  search_text text generated always as (search_form(((((object_id || ' '::text) || COALESCE((before)::text, ''::text)) || ' '::text) || COALESCE((after)::text, ''::text)))) stored not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table users (
  id integer generated by default as identity not null,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  organization text,
  profile_image_url text,
  role text default 'user'::text not null,
  email_verified_at timestamp with time zone,
  email_updates boolean default true not null,
  resource_alerts boolean default true not null,
  security_alerts boolean default true not null,
  marketing_emails boolean default false not null,
  profile_visible boolean default true not null,
  activity_tracking boolean default true not null,
  data_collection boolean default false not null,
  credentials_changed_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  two_factor_enabled_at timestamp with time zone,
  search_text text generated always as (search_form(((((((first_name || ' '::text) || last_name) || ' '::text) || email) || ' '::text) || COALESCE(organization, ''::text)))) stored not null,
  is_invited boolean default false not null,
  arrival_landing text,
  arrival_host text,
  first_paid_on date,
  role_affiliation text,
  goal text,
  skips_role_question boolean default false not null,
  hides_first_steps boolean default false not null,
  was_verified boolean default false not null,
  time_zone text,
  address_key text,
  constraint users_role_check CHECK (role = ANY (ARRAY['user'::text, 'administrator'::text])),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_arrival_landing_check CHECK (arrival_landing = ANY (ARRAY['catalogue'::text, 'resource'::text, 'assessment'::text])),
  constraint users_arrival_host_check CHECK (length(arrival_host) >= 1 AND length(arrival_host) <= 253),
  constraint users_arrival_check CHECK ((arrival_landing IS NULL) = (arrival_host IS NULL)),
  constraint users_role_affiliation_check CHECK (role_affiliation = ANY (ARRAY['executive_leader'::text, 'people_capability_lead'::text, 'technical_lead_ai_ml_data'::text, 'legal_risk_compliance'::text, 'end_user_frontline_staff'::text, 'policy_public_interest_lead'::text, 'product_service_owner'::text, 'project_manager'::text])),
  constraint users_goal_check CHECK (goal = ANY (ARRAY['set_rules'::text, 'choose_supplier'::text, 'prepare_team'::text, 'check_system'::text, 'look_around'::text])),
  constraint users_time_zone_check CHECK (length(time_zone) >= 1 AND length(time_zone) <= 64)
);

create table sign_in_sessions (
  id integer generated always as identity not null,
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  signed_in_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  ip text not null,
  user_agent text,
  revoked_at timestamp with time zone,
  device_hash bytea,
  former_visit_at timestamp with time zone,
  constraint sign_in_sessions_pkey PRIMARY KEY (id),
  constraint sign_in_sessions_token_hash_key UNIQUE (token_hash)
);

create table account_links (
  id integer generated always as identity (cycle) not null,
  user_id integer not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_token_hash_key UNIQUE (token_hash),
  constraint account_links_purpose_check CHECK (purpose = ANY (ARRAY['verify_email'::text, 'set_password'::text, 'second_step'::text]))
);

create table sign_in_failures (
  email_hash bytea not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (email_hash)
);

create table files (
  id uuid not null,
  kind text not null,
  name text not null,
  title text,
  content_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  uploaded_by integer,
  created_at timestamp with time zone default now() not null,
  width_pixels integer,
  height_pixels integer,
  constraint files_kind_check CHECK (kind = ANY (ARRAY['image'::text, 'document'::text])),
  constraint files_bytes_check CHECK (bytes > 0),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_pixels_check CHECK ((width_pixels IS NULL) = (height_pixels IS NULL) AND width_pixels > 0 AND height_pixels > 0 AND (kind = 'image'::text OR width_pixels IS NULL))
);

create table online_products (
  id integer generated by default as identity not null,
  name text not null,
  description text default ''::text not null,
  slug text not null,
  tool_type text not null,
  configuration jsonb default '{}'::jsonb not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  opening text default 'landing'::text not null,
  constraint online_products_tool_type_check CHECK (tool_type = ANY (ARRAY['embedded'::text, 'iframe'::text, 'component'::text])),
  constraint online_products_pkey PRIMARY KEY (id),
  constraint online_products_slug_key UNIQUE (slug),
  constraint online_products_opening_check CHECK (opening = ANY (ARRAY['landing'::text, 'automatic'::text, 'direct'::text]))
);

create table resources (
  id integer generated by default as identity not null,
  title text not null,
  description text not null,
  type text not null,
  access_type text not null,
  price_minor integer,
  monthly_price_minor integer,
  annual_price_minor integer,
  currency text not null,
  estimated_duration integer,
  online_product_id integer,
  stripe_product_id text,
  thumbnail_url text,
  featured_image_url text,
  file_id uuid,
  file_title text,
  video_url text,
  tags text[] default '{}'::text[] not null,
  role_affiliations text[] default '{}'::text[] not null,
  rapp_principles text[] default '{}'::text[] not null,
  rapp_implementation_phase text[] default '{}'::text[] not null,
  slideshow_images text[] default '{}'::text[] not null,
  instructional_video_url text,
  subscription_benefits text[] default '{}'::text[] not null,
  is_published boolean default false not null,
  withdrawn_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_listed boolean generated always as ((is_published AND (withdrawn_at IS NULL))) stored,
  principles_bits smallint generated always as (principles_bits(rapp_principles)) stored,
  shown_price_minor integer generated always as (COALESCE(price_minor, monthly_price_minor, annual_price_minor, 0)) stored,
  title_order text collate "C" generated always as (search_form(title)) stored,
  reading_minutes smallint,
  publish_at timestamp with time zone,
  slideshow_texts text[] default '{}'::text[] not null,
  includes_later_parts boolean default false not null,
  trial_days integer,
  trial_needs_card boolean default true not null,
  search_text text generated always as (resource_search_text(title, description, (tags || ARRAY[replace(type, '_'::text, ' '::text), access_type]))) stored,
  search_tags text generated always as (tags_search_form((tags || ARRAY[replace(type, '_'::text, ' '::text), access_type]))) stored,
  content_version integer default 1 not null,
  sample_pages integer default 0 not null,
  file_link text,
  video_access text default 'preview'::text not null,
  constraint resources_access_type_check CHECK (access_type = ANY (ARRAY['free'::text, 'purchase'::text, 'subscription'::text])),
  constraint resources_price_minor_check CHECK (price_minor >= 0),
  constraint resources_monthly_price_minor_check CHECK (monthly_price_minor >= 0),
  constraint resources_annual_price_minor_check CHECK (annual_price_minor >= 0),
  constraint resources_estimated_duration_check CHECK (estimated_duration > 0),
  constraint resources_pkey PRIMARY KEY (id),
  constraint resources_publish_at_check CHECK (publish_at IS NULL OR NOT is_published AND withdrawn_at IS NULL),
  constraint resources_type_check CHECK (type = ANY (ARRAY['online_tool'::text, 'template'::text, 'downloadable_template'::text, 'book'::text, 'report'::text, 'insight'::text, 'newsletter'::text, 'article'::text, 'bundle'::text, 'other'::text])),
  constraint resources_trial_days_check CHECK (trial_days >= 1 AND trial_days <= 365),
  constraint resources_content_version_check CHECK (content_version > 0),
  constraint resources_sample_pages_check CHECK (sample_pages >= 0 AND sample_pages <= 5),
  constraint resources_file_link_check CHECK (file_link IS NULL OR file_id IS NULL),
  constraint resources_video_access_check CHECK (video_access = ANY (ARRAY['preview'::text, 'content'::text]))
);

create table resource_counts (
  type text not null,
  access_type text not null,
  principles_bits smallint not null,
  resources integer not null,
  constraint resource_counts_pkey PRIMARY KEY (type, access_type, principles_bits)
);

create table catalogue_version (
  only_row boolean default true not null,
  version bigint default 1 not null,
  constraint catalogue_version_only_row_check CHECK (only_row),
  constraint catalogue_version_pkey PRIMARY KEY (only_row)
);

create table stripe_customers (
  user_id integer not null,
  stripe_customer_id text,
  generation integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  last_snapshot_number bigint default 0 not null,
  synced_at timestamp with time zone,
  constraint stripe_customers_pkey PRIMARY KEY (user_id),
  constraint stripe_customers_stripe_customer_id_key UNIQUE (stripe_customer_id)
);

create table payment_attempts (
  id integer generated always as identity not null,
  user_id integer not null,
  resource_id integer not null,
  amount_minor integer not null,
  currency text not null,
  status text default 'open'::text not null,
  stripe_payment_intent_id text,
  amount_received_minor integer,
  last_snapshot_number bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  opened_at timestamp with time zone default now() not null,
  synced_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  promo_code_id integer,
  held_until timestamp with time zone,
  tax jsonb,
  is_gift boolean default false not null,
  organisation_id integer,
  seats integer,
  billing jsonb,
  stripe_invoice_id text,
  invoice_url text,
  invoice_due_at timestamp with time zone,
  credit_until timestamp with time zone,
  constraint payment_attempts_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payment_attempts_status_check CHECK (status = ANY (ARRAY['open'::text, 'superseded'::text, 'succeeded'::text, 'canceled'::text, 'refused'::text])),
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_stripe_payment_intent_id_key UNIQUE (stripe_payment_intent_id),
  constraint payment_attempts_amount_minor_check CHECK (amount_minor > 0 OR amount_minor = 0 AND promo_code_id IS NOT NULL),
  constraint payment_attempts_seats_check CHECK (seats >= 2 AND seats <= 500),
  constraint payment_attempts_order_check CHECK ((organisation_id IS NULL) = (seats IS NULL) AND (seats IS NULL OR NOT is_gift)),
  constraint payment_attempts_billing_check CHECK (billing IS NULL OR seats IS NOT NULL)
);

create table purchases (
  id integer generated always as identity not null,
  user_id integer not null,
  resource_id integer not null,
  attempt_id integer not null,
  amount_minor integer not null,
  currency text not null,
  stripe_payment_intent_id text,
  status text default 'paid'::text not null,
  purchased_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  is_gift boolean default false not null,
  organisation_id integer,
  seats integer,
  constraint purchases_status_check CHECK (status = ANY (ARRAY['paid'::text, 'refunded'::text, 'dispute_lost'::text, 'removed'::text])),
  constraint purchases_ended_at_check CHECK ((status = 'paid'::text) = (ended_at IS NULL)),
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_stripe_payment_intent_id_key UNIQUE (stripe_payment_intent_id),
  constraint purchases_attempt_id_key UNIQUE (attempt_id),
  constraint purchases_stripe_payment_intent_id_check CHECK (stripe_payment_intent_id IS NOT NULL OR amount_minor = 0),
  constraint purchases_seats_check CHECK (seats >= 2 AND seats <= 500),
  constraint purchases_order_check CHECK ((organisation_id IS NULL) = (seats IS NULL) AND (seats IS NULL OR NOT is_gift))
);

create table refunds (
  id integer generated always as identity not null,
  attempt_id integer,
  amount_minor integer not null,
  currency text,
  reason text not null,
  status text not null,
  stripe_refund_id text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  invoice_id integer,
  last_error text,
  ordered_by integer,
  constraint refunds_amount_minor_check CHECK (amount_minor > 0),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_stripe_refund_id_key UNIQUE (stripe_refund_id),
  constraint refunds_payment_check CHECK (num_nonnulls(attempt_id, invoice_id) = 1),
  constraint refunds_reason_check CHECK (reason = ANY (ARRAY['duplicate'::text, 'administrator'::text, 'guarantee'::text, 'at_provider'::text])),
  constraint refunds_status_check CHECK (status = ANY (ARRAY['due'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text, 'refused'::text]))
);

create table disputes (
  stripe_dispute_id text not null,
  attempt_id integer,
  amount_minor integer not null,
  currency text,
  reason text not null,
  status text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  invoice_id integer,
  lost_at timestamp with time zone,
  due_by timestamp with time zone,
  constraint disputes_pkey PRIMARY KEY (stripe_dispute_id),
  constraint disputes_payment_check CHECK (num_nonnulls(attempt_id, invoice_id) = 1)
);

create table access_grants (
  id integer generated always as identity not null,
  user_id integer not null,
  resource_id integer not null,
  reason text not null,
  granted_by integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  is_active boolean default true not null,
  constraint access_grants_pkey PRIMARY KEY (id)
);

create table stripe_events (
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamp with time zone default now() not null,
  processed_at timestamp with time zone,
  parked_at timestamp with time zone,
  last_error text,
  constraint stripe_events_pkey PRIMARY KEY (id)
);

create table stripe_products (
  id integer generated always as identity not null,
  resource_id integer,
  stripe_product_id text,
  name text,
  generation integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  constraint stripe_products_pkey PRIMARY KEY (id),
  constraint stripe_products_resource_id_key UNIQUE NULLS NOT DISTINCT (resource_id),
  constraint stripe_products_stripe_product_id_key UNIQUE (stripe_product_id)
);

create table stripe_prices (
  id integer generated always as identity not null,
  product_id integer not null,
  plan text not null,
  amount_minor integer not null,
  currency text not null,
  stripe_price_id text,
  generation integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  tax_behavior text default 'unspecified'::text not null,
  constraint stripe_prices_plan_check CHECK (plan = ANY (ARRAY['monthly'::text, 'annual'::text])),
  constraint stripe_prices_amount_minor_check CHECK (amount_minor > 0),
  constraint stripe_prices_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint stripe_prices_pkey PRIMARY KEY (id),
  constraint stripe_prices_product_id_plan_amount_minor_currency_key UNIQUE (product_id, plan, amount_minor, currency),
  constraint stripe_prices_stripe_price_id_key UNIQUE (stripe_price_id),
  constraint stripe_prices_tax_behavior_check CHECK (tax_behavior = ANY (ARRAY['unspecified'::text, 'inclusive'::text, 'exclusive'::text]))
);

create table subscription_states (
  id bigint generated always as identity not null,
  subscription_id integer not null,
  status text not null,
  snapshot_number bigint not null,
  seen_at timestamp with time zone default now() not null,
  constraint subscription_states_pkey PRIMARY KEY (id)
);

create table subscription_blocks (
  user_id integer not null,
  resource_id integer not null,
  reason text not null,
  blocked_by integer,
  created_at timestamp with time zone default now() not null,
  constraint subscription_blocks_pkey PRIMARY KEY (user_id, resource_id)
);

create table promo_codes (
  id integer generated by default as identity not null,
  code text not null,
  description text,
  promo_type text not null,
  free_access_days integer not null,
  trial_duration integer,
  discount_type text,
  discount_basis_points integer,
  discount_amount_minor integer,
  currency text not null,
  discount_duration integer,
  applicable_products integer[] default '{}'::integer[] not null,
  is_active boolean default true not null,
  usage_limit integer,
  used_count integer default 0 not null,
  expires_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  new_customers_only boolean default false not null,
  constraint promo_codes_promo_type_check CHECK (promo_type = ANY (ARRAY['free_trial'::text, 'discount'::text, 'hybrid'::text])),
  constraint promo_codes_free_access_days_check CHECK (free_access_days >= 1 AND free_access_days <= 730),
  constraint promo_codes_discount_type_check CHECK (discount_type = ANY (ARRAY['percentage'::text, 'fixed'::text])),
  constraint promo_codes_discount_basis_points_check CHECK (discount_basis_points >= 1 AND discount_basis_points <= 10000),
  constraint promo_codes_discount_amount_minor_check CHECK (discount_amount_minor > 0),
  constraint promo_codes_discount_duration_check CHECK (discount_duration > 0),
  constraint promo_codes_usage_limit_check CHECK (usage_limit > 0),
  constraint promo_codes_used_count_check CHECK (used_count >= 0 AND (usage_limit IS NULL OR used_count <= usage_limit)),
  constraint promo_codes_discount_check CHECK ((promo_type = 'free_trial'::text) = (discount_type IS NULL) AND (NOT discount_type IS DISTINCT FROM 'percentage'::text) = (discount_basis_points IS NOT NULL) AND (NOT discount_type IS DISTINCT FROM 'fixed'::text) = (discount_amount_minor IS NOT NULL) AND (discount_type IS NULL) = (discount_duration IS NULL)),
  constraint promo_codes_pkey PRIMARY KEY (id)
);

create table promo_code_products (
  promo_code_id integer not null,
  online_product_id integer not null,
  "position" integer not null,
  stripe_plan_id text not null,
  constraint promo_code_products_pkey PRIMARY KEY (promo_code_id, online_product_id)
);

create table promo_validations (
  user_id integer not null,
  promo_code_id integer not null,
  validated_at timestamp with time zone default now() not null,
  constraint promo_validations_pkey PRIMARY KEY (user_id, promo_code_id)
);

create table promo_redemptions (
  id integer generated always as identity not null,
  promo_code_id integer,
  user_id integer not null,
  trial_days integer not null,
  subscription_id integer,
  stripe_subscription_id text,
  redeemed_at timestamp with time zone default now() not null,
  released_at timestamp with time zone,
  claimed_at timestamp with time zone,
  attempt_id integer,
  constraint promo_redemptions_trial_days_check CHECK (trial_days >= 0),
  constraint promo_redemptions_pkey PRIMARY KEY (id),
  constraint promo_redemptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint promo_redemptions_promo_code_id_check CHECK (promo_code_id IS NOT NULL OR trial_days > 0 AND attempt_id IS NULL)
);

create table promo_checkouts (
  id integer generated always as identity not null,
  promo_code_id integer not null,
  user_id integer not null,
  trial_days integer not null,
  stripe_price_id text not null,
  status text default 'open'::text not null,
  stripe_session_id text,
  url text,
  stripe_subscription_id text,
  created_at timestamp with time zone default now() not null,
  synced_at timestamp with time zone,
  constraint promo_checkouts_status_check CHECK (status = ANY (ARRAY['open'::text, 'completed'::text, 'refused'::text, 'expired'::text])),
  constraint promo_checkouts_pkey PRIMARY KEY (id),
  constraint promo_checkouts_stripe_session_id_key UNIQUE (stripe_session_id)
);

create table payment_methods (
  stripe_payment_method_id text not null,
  user_id integer not null,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  is_default boolean not null,
  added_at timestamp with time zone not null,
  type text default 'card'::text not null,
  label text default ''::text not null,
  constraint payment_methods_pkey PRIMARY KEY (stripe_payment_method_id)
);

create table refund_requests (
  id integer generated always as identity not null,
  user_id integer not null,
  invoice_id integer not null,
  reason text not null,
  status text default 'open'::text not null,
  answer text,
  decided_by integer,
  created_at timestamp with time zone default now() not null,
  decided_at timestamp with time zone,
  constraint refund_requests_status_check CHECK (status = ANY (ARRAY['open'::text, 'granted'::text, 'declined'::text])),
  constraint refund_requests_decided_at_check CHECK ((status = 'open'::text) = (decided_at IS NULL)),
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_invoice_id_key UNIQUE (invoice_id)
);

create table reconciliation_runs (
  id integer generated always as identity not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  compared jsonb default '{}'::jsonb not null,
  last_error text,
  constraint reconciliation_runs_pkey PRIMARY KEY (id)
);

create table reconciliation_discrepancies (
  id integer generated always as identity not null,
  kind text not null,
  subject text not null,
  user_id integer,
  details text not null,
  outcome text not null,
  first_run_id integer not null,
  last_run_id integer not null,
  found_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint reconciliation_discrepancies_pkey PRIMARY KEY (id),
  constraint reconciliation_discrepancies_kind_subject_key UNIQUE (kind, subject)
);

create table progress_sessions (
  id integer generated always as identity not null,
  user_id integer not null,
  resource_id integer not null,
  started_at timestamp with time zone not null,
  last_accessed_at timestamp with time zone default now() not null,
  completion_percentage smallint default 0 not null,
  session_data jsonb,
  saved_by_product_id integer,
  finished_at timestamp with time zone,
  constraint progress_sessions_completion_percentage_check CHECK (completion_percentage >= 0 AND completion_percentage <= 100),
  constraint progress_sessions_pkey PRIMARY KEY (id),
  constraint progress_sessions_user_id_resource_id_key UNIQUE (user_id, resource_id)
);

create table tool_tokens (
  id integer generated always as identity (cycle) not null,
  token_hash bytea not null,
  sign_in_id integer not null,
  resource_id integer not null,
  online_product_id integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint tool_tokens_pkey PRIMARY KEY (id),
  constraint tool_tokens_token_hash_key UNIQUE (token_hash)
);

create table assessment_attempts (
  id integer generated always as identity not null,
  user_id integer not null,
  resource_id integer,
  started_at timestamp with time zone not null,
  content_version text not null,
  answers jsonb not null,
  scope text,
  assessed_on date,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint assessment_attempts_pkey PRIMARY KEY (id),
  constraint assessment_attempts_user_id_started_at_key UNIQUE (user_id, started_at)
);

create table assessment_plan_entries (
  attempt_id integer not null,
  action_id text not null,
  owner text,
  due_on date,
  done_at timestamp with time zone,
  constraint assessment_plan_entries_pkey PRIMARY KEY (attempt_id, action_id)
);

create table identities (
  id integer generated always as identity not null,
  user_id integer not null,
  issuer text not null,
  subject text not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  picture_asked_at timestamp with time zone,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_issuer_subject_key UNIQUE (issuer, subject)
);

create table second_factors (
  user_id integer not null,
  sealed_secret bytea not null,
  last_step integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint second_factors_pkey PRIMARY KEY (user_id)
);

create table recovery_codes (
  id integer generated always as identity not null,
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash)
);

create table analytics_changes (
  id bigint generated always as identity not null,
  source text not null,
  subject integer not null,
  day date,
  constraint analytics_changes_source_check CHECK (source = ANY (ARRAY['attempt'::text, 'invoice'::text, 'finished'::text])),
  constraint analytics_changes_pkey PRIMARY KEY (id)
);

create table analytics_lines (
  id bigint generated always as identity not null,
  source text not null,
  payment_id integer not null,
  day date not null,
  kind text not null,
  amount_minor integer not null,
  currency text not null,
  resource_id integer,
  country text,
  tax_minor integer default 0 not null,
  is_dispute boolean default false not null,
  constraint analytics_lines_kind_check CHECK (kind = ANY (ARRAY['one_off'::text, 'new_subscription'::text, 'renewal'::text, 'refund'::text])),
  constraint analytics_lines_pkey PRIMARY KEY (id)
);

create table analytics_days (
  day date not null,
  currency text not null,
  kind text not null,
  amount_minor bigint not null,
  constraint analytics_days_pkey PRIMARY KEY (day, currency, kind)
);

create table resource_days (
  resource_id integer not null,
  day date not null,
  opened integer default 0 not null,
  bought integer default 0 not null,
  finished integer default 0 not null,
  constraint resource_days_pkey PRIMARY KEY (resource_id, day)
);

create table empty_searches (
  day date not null,
  text text not null,
  searches integer not null,
  closest integer default 0 not null,
  constraint empty_searches_pkey PRIMARY KEY (day, text)
);

create table data_exports (
  id integer generated always as identity not null,
  user_id integer not null,
  requested_at timestamp with time zone default now() not null,
  blob_id uuid,
  bytes bigint,
  token_hash bytea,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint data_exports_ready_at_check CHECK (ready_at IS NULL OR blob_id IS NOT NULL AND bytes IS NOT NULL AND token_hash IS NOT NULL AND expires_at IS NOT NULL),
  constraint data_exports_pkey PRIMARY KEY (id),
  constraint data_exports_token_hash_key UNIQUE (token_hash)
);

create table listed_resources (
  resource_id integer not null,
  week date not null,
  constraint listed_resources_pkey PRIMARY KEY (resource_id)
);

create table resource_audience_counts (
  type text not null,
  access_type text not null,
  principles_bits smallint not null,
  audience text not null,
  resources integer not null,
  constraint resource_audience_counts_pkey PRIMARY KEY (type, access_type, principles_bits, audience)
);

create table order_consents (
  id integer generated always as identity not null,
  user_id integer not null,
  attempt_id integer,
  subscription_id integer,
  promo_checkout_id integer,
  text_version text not null,
  given_at timestamp with time zone default now() not null,
  constraint order_consents_order_check CHECK (num_nonnulls(attempt_id, subscription_id, promo_checkout_id) = 1),
  constraint order_consents_pkey PRIMARY KEY (id),
  constraint order_consents_order_text_version_key UNIQUE NULLS NOT DISTINCT (attempt_id, subscription_id, promo_checkout_id, text_version)
);

create table articles (
  resource_id integer not null,
  document jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint articles_pkey PRIMARY KEY (resource_id)
);

create table reading_positions (
  session_id integer not null,
  unit text not null,
  "position" integer not null,
  length integer not null,
  saved_at timestamp with time zone default now() not null,
  constraint reading_positions_unit_check CHECK (unit = ANY (ARRAY['page'::text, 'second'::text, 'block'::text])),
  constraint reading_positions_position_check CHECK ("position" >= 0 AND "position" <= length AND length > 0),
  constraint reading_positions_pkey PRIMARY KEY (session_id, unit)
);

create table saved_resources (
  user_id integer not null,
  resource_id integer not null,
  saved_at timestamp with time zone default now() not null,
  constraint saved_resources_pkey PRIMARY KEY (user_id, resource_id)
);

create table catalogue_imports (
  id integer generated always as identity not null,
  file_name text not null,
  format text not null,
  bytes integer not null,
  blob_id uuid,
  state text not null,
  run uuid,
  user_id integer,
  created_at timestamp with time zone default now() not null,
  touched_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  progress_done integer default 0 not null,
  progress_total integer default 0 not null,
  row_count integer default 0 not null,
  new_count integer default 0 not null,
  changed_count integer default 0 not null,
  unchanged_count integer default 0 not null,
  problem_count integer default 0 not null,
  warning_count integer default 0 not null,
  failure text,
  constraint catalogue_imports_format_check CHECK (format = ANY (ARRAY['csv'::text, 'json'::text])),
  constraint catalogue_imports_state_check CHECK (state = ANY (ARRAY['checking'::text, 'checked'::text, 'importing'::text, 'done'::text, 'failed'::text, 'cancelled'::text])),
  constraint catalogue_imports_pkey PRIMARY KEY (id)
);

create table catalogue_import_rows (
  import_id integer not null,
  line integer not null,
  resource_id integer,
  seen_at timestamp with time zone,
  resource jsonb,
  constraint catalogue_import_rows_pkey PRIMARY KEY (import_id, line)
);

create table catalogue_import_problems (
  id bigint generated always as identity not null,
  import_id integer not null,
  line integer not null,
  field text not null,
  value text not null,
  sentence text not null,
  severity text not null,
  constraint catalogue_import_problems_severity_check CHECK (severity = ANY (ARRAY['problem'::text, 'warning'::text])),
  constraint catalogue_import_problems_pkey PRIMARY KEY (id)
);

create table resource_weeks (
  week date not null,
  resource_id integer not null,
  opened integer not null,
  bought integer not null,
  finished integer not null,
  constraint resource_weeks_pkey PRIMARY KEY (week, resource_id)
);

create table trial_claims (
  hash bytea not null,
  redemption_id integer not null,
  created_at timestamp with time zone default now() not null,
  constraint trial_claims_pkey PRIMARY KEY (hash)
);

create table news (
  id integer generated always as identity not null,
  subject text not null,
  text text not null,
  sent_by integer not null,
  created_at timestamp with time zone default now() not null,
  last_user_id integer default 0 not null,
  recipient_count integer default 0 not null,
  finished_at timestamp with time zone,
  constraint news_recipient_count_check CHECK (recipient_count >= 0),
  constraint news_pkey PRIMARY KEY (id),
  constraint news_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 1200),
  constraint news_text_check CHECK (length(text) >= 1 AND length(text) <= 80000)
);

create table profile_pictures (
  user_id integer not null,
  id uuid not null,
  content bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint profile_pictures_content_check CHECK (octet_length(content) <= 262144),
  constraint profile_pictures_pkey PRIMARY KEY (user_id),
  constraint profile_pictures_id_key UNIQUE (id)
);

create table mail_keys (
  dedupe_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint mail_keys_pkey PRIMARY KEY (dedupe_key)
);

create table unclaimed_blobs (
  id uuid not null,
  since timestamp with time zone default now() not null,
  constraint unclaimed_blobs_pkey PRIMARY KEY (id)
);

create table portal_settings (
  only_row boolean default true not null,
  product_name text,
  tagline text,
  sign_in_text text,
  support_email text,
  terms_url text,
  privacy_url text,
  publisher_name text,
  publisher_address text,
  publisher_tax_id text,
  brand_colour text,
  logo_file_id uuid,
  dark_logo_file_id uuid,
  favicon_file_id uuid,
  catalogue_is_public boolean,
  assessment_is_public boolean,
  registration text default 'open'::text not null,
  registration_domains text[] default '{}'::text[] not null,
  version integer default 1 not null,
  saved_at timestamp with time zone,
  saved_by integer,
  search_synonyms text[],
  cancel_offer_percent integer,
  cancel_offer_payments integer default 3 not null,
  introduction jsonb,
  pinned_resource_ids integer[] default '{}'::integer[] not null,
  unknown_organisations_invite boolean default true not null,
  constraint portal_settings_only_row_check CHECK (only_row),
  constraint portal_settings_support_email_check CHECK (char_length(support_email) <= 254),
  constraint portal_settings_brand_colour_check CHECK (brand_colour ~ '^#[0-9a-f]{6}$'::text),
  constraint portal_settings_registration_check CHECK (registration = ANY (ARRAY['open'::text, 'invited'::text, 'domains'::text])),
  constraint portal_settings_registration_domains_check CHECK (cardinality(registration_domains) <= 50),
  constraint portal_settings_pkey PRIMARY KEY (only_row),
  constraint portal_settings_search_synonyms_check CHECK (cardinality(search_synonyms) <= 200),
  constraint portal_settings_cancel_offer_percent_check CHECK (cancel_offer_percent >= 1 AND cancel_offer_percent <= 100),
  constraint portal_settings_cancel_offer_payments_check CHECK (cancel_offer_payments >= 1 AND cancel_offer_payments <= 12),
  constraint portal_settings_pinned_resource_ids_check CHECK (cardinality(pinned_resource_ids) <= 6),
  constraint portal_settings_product_name_check CHECK (length(product_name) >= 1 AND length(product_name) <= 480),
  constraint portal_settings_tagline_check CHECK (length(tagline) >= 1 AND length(tagline) <= 1120),
  constraint portal_settings_sign_in_text_check CHECK (length(sign_in_text) >= 1 AND length(sign_in_text) <= 2400),
  constraint portal_settings_publisher_name_check CHECK (length(publisher_name) <= 1600),
  constraint portal_settings_publisher_address_check CHECK (length(publisher_address) <= 3200),
  constraint portal_settings_publisher_tax_id_check CHECK (length(publisher_tax_id) <= 320),
  constraint portal_settings_terms_url_check CHECK (length(terms_url) <= 8000),
  constraint portal_settings_privacy_url_check CHECK (length(privacy_url) <= 8000)
);

create table recurring_changes (
  id bigint generated always as identity not null,
  subscription_id integer not null,
  kind text not null,
  change_minor integer not null,
  currency text not null,
  changed_at timestamp with time zone default now() not null,
  constraint recurring_changes_kind_check CHECK (kind = ANY (ARRAY['new'::text, 'returned'::text, 'expansion'::text, 'contraction'::text, 'churn'::text])),
  constraint recurring_changes_pkey PRIMARY KEY (id)
);

create table document_numbers (
  kind text not null,
  year integer not null,
  last_number integer not null,
  skipped integer default 0 not null,
  constraint document_numbers_pkey PRIMARY KEY (kind, year)
);

create table documents (
  id integer generated always as identity not null,
  kind text not null,
  year integer not null,
  number integer not null,
  user_id integer not null,
  attempt_id integer,
  invoice_id integer,
  refund_id integer,
  seller text[] not null,
  buyer text[] not null,
  lines jsonb not null,
  taxes jsonb default '[]'::jsonb not null,
  country text,
  currency text not null,
  tax_minor integer not null,
  total_minor integer not null,
  payment_reference text,
  paid_at timestamp with time zone not null,
  issued_at timestamp with time zone default now() not null,
  time_zone text,
  constraint documents_kind_check CHECK (kind = ANY (ARRAY['invoice'::text, 'credit_note'::text])),
  constraint documents_number_check CHECK (number > 0),
  constraint documents_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint documents_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint documents_total_minor_check CHECK (total_minor > 0),
  constraint documents_payment_check CHECK (num_nonnulls(attempt_id, invoice_id) = 1),
  constraint documents_refund_id_check CHECK ((kind = 'credit_note'::text) = (refund_id IS NOT NULL)),
  constraint documents_tax_minor_check CHECK (tax_minor >= 0 AND tax_minor <= total_minor),
  constraint documents_pkey PRIMARY KEY (id),
  constraint documents_number_key UNIQUE (kind, year, number)
);

create table billing_details (
  user_id integer not null,
  company_name text,
  line1 text,
  line2 text,
  city text,
  postcode text,
  country text,
  purchase_order text,
  tax_id_type text,
  tax_id text,
  stripe_tax_id text,
  tax_id_status text,
  updated_at timestamp with time zone default now() not null,
  constraint billing_details_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint billing_details_tax_id_check CHECK (char_length(tax_id) >= 1 AND char_length(tax_id) <= 40),
  constraint billing_details_tax_id_status_check CHECK (tax_id_status = ANY (ARRAY['pending'::text, 'verified'::text, 'unverified'::text, 'unavailable'::text])),
  constraint billing_details_tax_id_whole_check CHECK (num_nulls(tax_id_type, tax_id, stripe_tax_id, tax_id_status) = ANY (ARRAY[0, 4])),
  constraint billing_details_pkey PRIMARY KEY (user_id),
  constraint billing_details_stripe_tax_id_key UNIQUE (stripe_tax_id),
  constraint billing_details_company_name_check CHECK (length(company_name) >= 1 AND length(company_name) <= 1200),
  constraint billing_details_line1_check CHECK (length(line1) >= 1 AND length(line1) <= 1600),
  constraint billing_details_line2_check CHECK (length(line2) >= 1 AND length(line2) <= 1600),
  constraint billing_details_city_check CHECK (length(city) >= 1 AND length(city) <= 800),
  constraint billing_details_postcode_check CHECK (length(postcode) >= 1 AND length(postcode) <= 160),
  constraint billing_details_purchase_order_check CHECK (length(purchase_order) >= 1 AND length(purchase_order) <= 480)
);

create table bundle_parts (
  id integer generated always as identity not null,
  bundle_id integer not null,
  resource_id integer not null,
  "position" integer not null,
  added_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint bundle_parts_resource_id_check CHECK (resource_id <> bundle_id),
  constraint bundle_parts_pkey PRIMARY KEY (id)
);

create table gifts (
  id integer generated always as identity not null,
  attempt_id integer not null,
  user_id integer not null,
  email text not null,
  message text not null,
  deliver_on date not null,
  secret_hash bytea,
  mails_sent integer default 0 not null,
  sent_at timestamp with time zone,
  redeemed_by integer,
  redeemed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint gifts_email_check CHECK (length(email) <= 254),
  constraint gifts_redeemed_at_check CHECK ((redeemed_by IS NULL) = (redeemed_at IS NULL)),
  constraint gifts_pkey PRIMARY KEY (id),
  constraint gifts_attempt_id_key UNIQUE (attempt_id),
  constraint gifts_secret_hash_key UNIQUE (secret_hash),
  constraint gifts_message_check CHECK (length(message) <= 8000)
);

create table nodes (
  id uuid not null,
  name text not null,
  role text not null,
  version text not null,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  failing text[] default '{}'::text[] not null,
  constraint nodes_role_check CHECK (role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text])),
  constraint nodes_pkey PRIMARY KEY (id)
);

create table cancel_offers (
  id integer generated always as identity not null,
  user_id integer not null,
  subscription_id integer not null,
  reason text not null,
  percent_off integer not null,
  payments integer not null,
  shown_at timestamp with time zone default now() not null,
  accepted_at timestamp with time zone,
  applied_at timestamp with time zone,
  constraint cancel_offers_percent_off_check CHECK (percent_off >= 1 AND percent_off <= 100),
  constraint cancel_offers_payments_check CHECK (payments >= 1 AND payments <= 12),
  constraint cancel_offers_applied_at_check CHECK (applied_at IS NULL OR accepted_at IS NOT NULL),
  constraint cancel_offers_pkey PRIMARY KEY (id),
  constraint cancel_offers_user_id_key UNIQUE (user_id)
);

create table visit_days (
  day date not null,
  landing text not null,
  host text not null,
  visits integer not null,
  constraint visit_days_landing_check CHECK (landing = ANY (ARRAY['catalogue'::text, 'resource'::text, 'assessment'::text])),
  constraint visit_days_host_check CHECK (length(host) >= 1 AND length(host) <= 253),
  constraint visit_days_pkey PRIMARY KEY (day, landing, host)
);

create table organisations (
  id integer generated always as identity not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  credit_limit_minor integer default 0 not null,
  credit_currency text,
  confirmed_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint organisations_pkey PRIMARY KEY (id),
  constraint organisations_credit_limit_minor_check CHECK (credit_limit_minor >= 0),
  constraint organisations_credit_currency_check CHECK (credit_currency ~ '^[A-Z]{3}$'::text),
  constraint organisations_credit_limit_check CHECK (credit_limit_minor = 0 OR credit_currency IS NOT NULL),
  constraint organisations_name_check CHECK (length(name) >= 1 AND length(name) <= 960)
);

create table organisation_people (
  user_id integer not null,
  organisation_id integer not null,
  role text not null,
  joined_at timestamp with time zone default now() not null,
  constraint organisation_people_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'learner'::text])),
  constraint organisation_people_pkey PRIMARY KEY (user_id)
);

create table organisation_invitations (
  id integer generated always as identity not null,
  organisation_id integer not null,
  email text not null,
  role text not null,
  secret_hash bytea,
  asked_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '14 days'::interval) not null,
  invited_by integer,
  address_key text,
  constraint organisation_invitations_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  constraint organisation_invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'manager'::text, 'learner'::text])),
  constraint organisation_invitations_pkey PRIMARY KEY (id),
  constraint organisation_invitations_secret_hash_key UNIQUE (secret_hash)
);

create table payment_fees (
  id integer generated always as identity not null,
  stripe_balance_transaction_id text not null,
  attempt_id integer,
  invoice_id integer,
  kind text not null,
  amount_minor integer not null,
  fee_minor integer not null,
  tax_minor integer default 0 not null,
  currency text not null,
  charged_at timestamp with time zone not null,
  constraint payment_fees_kind_check CHECK (kind = ANY (ARRAY['payment'::text, 'refund'::text, 'dispute'::text])),
  constraint payment_fees_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint payment_fees_payment_check CHECK (num_nonnulls(attempt_id, invoice_id) = 1),
  constraint payment_fees_pkey PRIMARY KEY (id),
  constraint payment_fees_stripe_balance_transaction_id_key UNIQUE (stripe_balance_transaction_id)
);

create table content_versions (
  number integer not null,
  words jsonb not null,
  assessment jsonb not null,
  assessment_version text not null,
  published_at timestamp with time zone default now() not null,
  published_by integer not null,
  constraint content_versions_number_check CHECK (number > 0),
  constraint content_versions_assessment_version_check CHECK (length(assessment_version) >= 1 AND length(assessment_version) <= 20),
  constraint content_versions_pkey PRIMARY KEY (number)
);

create table web_assets (
  name text not null,
  bytes bytea not null,
  superseded_at timestamp with time zone,
  constraint web_assets_pkey PRIMARY KEY (name)
);

create table seat_lots (
  id integer generated always as identity not null,
  organisation_id integer not null,
  resource_id integer,
  seats integer not null,
  reason text not null,
  given_by integer,
  created_at timestamp with time zone default now() not null,
  ends_at timestamp with time zone,
  purchase_id integer,
  attempt_id integer,
  pauses_at timestamp with time zone,
  subscription_id integer,
  constraint seat_lots_seats_check CHECK (seats >= 1 AND seats <= 5000),
  constraint seat_lots_pkey PRIMARY KEY (id),
  constraint seat_lots_reason_check CHECK (length(reason) >= 1 AND length(reason) <= 4000)
);

create table seats (
  id integer generated always as identity not null,
  lot_id integer not null,
  user_id integer,
  assigned_at timestamp with time zone,
  returned_at timestamp with time zone,
  moved_at timestamp with time zone,
  constraint seats_returned_at_check CHECK (assigned_at IS NOT NULL OR user_id IS NULL AND returned_at IS NULL AND moved_at IS NULL),
  constraint seats_user_id_check CHECK (user_id IS NOT NULL OR assigned_at IS NULL OR returned_at IS NOT NULL),
  constraint seats_pkey PRIMARY KEY (id)
);

create table seat_prices (
  resource_id integer not null,
  from_seats integer not null,
  price_minor integer not null,
  constraint seat_prices_from_seats_check CHECK (from_seats >= 3 AND from_seats <= 500),
  constraint seat_prices_price_minor_check CHECK (price_minor > 0),
  constraint seat_prices_pkey PRIMARY KEY (resource_id, from_seats)
);

create table completions (
  id bigint generated always as identity not null,
  user_id integer not null,
  resource_id integer not null,
  content_version integer not null,
  completed_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  constraint completions_content_version_check CHECK (content_version > 0),
  constraint completions_pkey PRIMARY KEY (id)
);

create table assignments (
  id bigint generated always as identity not null,
  organisation_id integer not null,
  user_id integer not null,
  resource_id integer not null,
  due_on date not null,
  refresh_months smallint,
  asks_confirmation boolean default false not null,
  made_at timestamp with time zone default now() not null,
  made_by integer,
  ended_at timestamp with time zone,
  completion_id bigint,
  completed_at timestamp with time zone,
  begun_at timestamp with time zone,
  reminded_for date,
  reminders smallint default 0 not null,
  reminded_on date,
  valid_until date generated always as (((((completed_at AT TIME ZONE 'UTC'::text))::date + make_interval(months => (refresh_months)::integer)))::date) stored,
  due_by date generated always as (
CASE
    WHEN (completed_at IS NULL) THEN due_on
    WHEN (refresh_months IS NOT NULL) THEN GREATEST(due_on, ((((completed_at AT TIME ZONE 'UTC'::text))::date + make_interval(months => (refresh_months)::integer)))::date)
    ELSE NULL::date
END) stored,
  constraint assignments_refresh_months_check CHECK (refresh_months = ANY (ARRAY[6, 12, 24])),
  constraint assignments_reminders_check CHECK (reminders >= 0 AND reminders <= 7),
  constraint assignments_completion_id_check CHECK ((completion_id IS NULL) = (completed_at IS NULL)),
  constraint assignments_pkey PRIMARY KEY (id)
);

create table certificates (
  id bigint generated always as identity not null,
  user_id integer,
  completion_id bigint,
  organisation_id integer not null,
  organisation_name text not null,
  holder_name text,
  resource_id integer not null,
  resource_title text not null,
  content_version integer not null,
  completed_at timestamp with time zone not null,
  code text not null,
  shows_name boolean default false not null,
  issued_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint certificates_code_check CHECK (code ~ '^[A-Za-z0-9_-]{22}$'::text),
  constraint certificates_pkey PRIMARY KEY (id),
  constraint certificates_code_key UNIQUE (code),
  constraint certificates_completion_id_organisation_id_key UNIQUE (completion_id, organisation_id),
  constraint certificates_organisation_name_check CHECK (length(organisation_name) >= 1 AND length(organisation_name) <= 960),
  constraint certificates_holder_name_check CHECK (length(holder_name) >= 1 AND length(holder_name) <= 2400),
  constraint certificates_resource_title_check CHECK (length(resource_title) >= 1 AND length(resource_title) <= 4000)
);

create table assessment_rounds (
  id integer generated always as identity not null,
  organisation_id integer not null,
  title text not null,
  content_version text not null,
  closes_on date not null,
  created_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  invited integer,
  answered integer,
  constraint assessment_rounds_content_version_check CHECK (length(content_version) >= 1 AND length(content_version) <= 100),
  constraint assessment_rounds_closed_at_check CHECK ((closed_at IS NULL) = (invited IS NULL) AND (closed_at IS NULL) = (answered IS NULL) AND answered <= invited),
  constraint assessment_rounds_pkey PRIMARY KEY (id),
  constraint assessment_rounds_title_check CHECK (length(title) >= 1 AND length(title) <= 960)
);

create table assessment_round_sets (
  round_id integer not null,
  "position" smallint not null,
  name text,
  answered integer,
  counts jsonb,
  constraint assessment_round_sets_position_check CHECK ("position" >= 0 AND "position" <= 30),
  constraint assessment_round_sets_answered_check CHECK (answered >= 5),
  constraint assessment_round_sets_counts_check CHECK ((answered IS NULL) = (counts IS NULL)),
  constraint assessment_round_sets_pkey PRIMARY KEY (round_id, "position"),
  constraint assessment_round_sets_name_check CHECK (length(name) >= 1 AND length(name) <= 640 AND "position" > 0 OR name IS NULL AND "position" = 0)
);

create table assessment_round_people (
  round_id integer not null,
  user_id integer not null,
  told_on date,
  constraint assessment_round_people_pkey PRIMARY KEY (round_id, user_id)
);

create table assessment_round_group_people (
  round_id integer not null,
  "position" smallint not null,
  user_id integer not null,
  constraint assessment_round_group_people_pkey PRIMARY KEY (round_id, user_id, "position")
);

create table assessment_round_answers (
  round_id integer not null,
  user_id integer not null,
  answers jsonb not null,
  answered_at timestamp with time zone default now() not null,
  constraint assessment_round_answers_pkey PRIMARY KEY (round_id, user_id)
);

create table assessment_round_shown (
  round_id integer not null,
  "position" smallint not null,
  user_id integer not null,
  constraint assessment_round_shown_pkey PRIMARY KEY (round_id, "position", user_id)
);

create table assessment_round_plan (
  round_id integer not null,
  action_id text not null,
  owner_id integer,
  due_on date,
  status text not null,
  constraint assessment_round_plan_action_id_check CHECK (length(action_id) >= 1 AND length(action_id) <= 20),
  constraint assessment_round_plan_status_check CHECK (status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'done'::text])),
  constraint assessment_round_plan_pkey PRIMARY KEY (round_id, action_id)
);

create table organisation_domains (
  id integer generated always as identity not null,
  organisation_id integer not null,
  domain text not null,
  dns_secret text not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  joining text default 'off'::text not null,
  added_at timestamp with time zone default now() not null,
  proven_at timestamp with time zone,
  constraint organisation_domains_domain_check CHECK (length(domain) >= 4 AND length(domain) <= 253 AND domain = lower(domain)),
  constraint organisation_domains_dns_secret_check CHECK (length(dns_secret) = 43),
  constraint organisation_domains_joining_check CHECK (joining = ANY (ARRAY['off'::text, 'ask'::text, 'automatically'::text])),
  constraint organisation_domains_joining_proven CHECK (joining = 'off'::text OR proven_at IS NOT NULL),
  constraint organisation_domains_pkey PRIMARY KEY (id),
  constraint organisation_domains_domain_key UNIQUE (organisation_id, domain)
);

create table organisation_requests (
  user_id integer not null,
  organisation_id integer not null,
  asked_at timestamp with time zone default now() not null,
  constraint organisation_requests_pkey PRIMARY KEY (user_id)
);

create table organisation_absences (
  user_id integer not null,
  organisation_id integer not null,
  since timestamp with time zone default now() not null,
  constraint organisation_absences_pkey PRIMARY KEY (user_id, organisation_id)
);

create table plan_seat_prices (
  plan text not null,
  from_seats integer not null,
  price_minor integer not null,
  constraint plan_seat_prices_plan_check CHECK (plan = ANY (ARRAY['monthly'::text, 'annual'::text])),
  constraint plan_seat_prices_from_seats_check CHECK (from_seats >= 3 AND from_seats <= 500),
  constraint plan_seat_prices_price_minor_check CHECK (price_minor > 0),
  constraint plan_seat_prices_pkey PRIMARY KEY (plan, from_seats)
);

create table pdf_facts (
  file_id uuid not null,
  page_count integer,
  contents jsonb default '[]'::jsonb not null,
  is_drawable boolean default true not null,
  read_at timestamp with time zone default now() not null,
  problem text,
  constraint pdf_facts_page_count_check CHECK (page_count > 0),
  constraint pdf_facts_pkey PRIMARY KEY (file_id),
  constraint pdf_facts_problem_check CHECK (problem = ANY (ARRAY['locked'::text, 'damaged'::text, 'cut-off'::text, 'empty'::text, 'unreadable'::text]))
);

create table drawn_pages (
  file_id uuid not null,
  page integer not null,
  image_id uuid not null,
  text text not null,
  constraint drawn_pages_page_check CHECK (page >= 1 AND page <= 5),
  constraint drawn_pages_pkey PRIMARY KEY (file_id, page)
);

create table member_notes (
  id integer generated always as identity not null,
  user_id integer not null,
  author_id integer not null,
  text text not null,
  created_at timestamp with time zone default now() not null,
  constraint member_notes_pkey PRIMARY KEY (id),
  constraint member_notes_text_check CHECK (length(text) >= 1 AND length(text) <= 16000)
);

create table former_customers (
  hash bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint former_customers_pkey PRIMARY KEY (hash)
);

create view invoice_refunds as
 SELECT id,
    invoice_id,
    amount_minor,
    reason,
    status,
    stripe_refund_id,
    last_error,
    ordered_by,
    created_at,
    updated_at
   FROM refunds
  WHERE (invoice_id IS NOT NULL);

create view invoice_disputes as
 SELECT stripe_dispute_id,
    invoice_id,
    amount_minor,
    reason,
    status,
    created_at,
    updated_at
   FROM disputes
  WHERE (invoice_id IS NOT NULL);

create view owned_purchases as
 SELECT purchases.user_id,
    purchases.id AS purchase_id,
    purchases.resource_id,
    purchases.attempt_id,
    purchases.purchased_at
   FROM purchases
  WHERE ((purchases.status = 'paid'::text) AND (NOT purchases.is_gift) AND (purchases.organisation_id IS NULL))
UNION ALL
 SELECT g.redeemed_by AS user_id,
    p.id AS purchase_id,
    p.resource_id,
    p.attempt_id,
    p.purchased_at
   FROM (gifts g
     JOIN purchases p ON ((p.attempt_id = g.attempt_id)))
  WHERE ((g.redeemed_by IS NOT NULL) AND (p.status = 'paid'::text));

create view owned_resources as
 SELECT owned_purchases.user_id,
    owned_purchases.resource_id,
    owned_purchases.purchase_id
   FROM owned_purchases
UNION ALL
 SELECT o.user_id,
    part.resource_id,
    o.purchase_id
   FROM (((owned_purchases o
     JOIN bundle_parts part ON ((part.bundle_id = o.resource_id)))
     JOIN resources bundle ON ((bundle.id = o.resource_id)))
     JOIN payment_attempts a ON ((a.id = o.attempt_id)))
  WHERE ((bundle.includes_later_parts OR (part.added_at <= o.purchased_at)) AND ((part.removed_at IS NULL) OR (part.removed_at > a.created_at)));

create view held_seats as
 SELECT s.user_id,
    s.id AS seat_id,
    l.organisation_id,
    opened.resource_id
   FROM ((seats s
     JOIN seat_lots l ON ((l.id = s.lot_id)))
     CROSS JOIN LATERAL ( SELECT l.resource_id
        UNION ALL
         SELECT part.resource_id
           FROM (bundle_parts part
             JOIN resources bundle ON ((bundle.id = part.bundle_id)))
          WHERE ((part.bundle_id = l.resource_id) AND (bundle.includes_later_parts OR (part.added_at <= l.created_at)) AND ((part.removed_at IS NULL) OR (part.removed_at > l.created_at)))) opened)
  WHERE ((s.returned_at IS NULL) AND (s.user_id IS NOT NULL) AND ((l.ends_at IS NULL) OR (l.ends_at > now())) AND ((l.pauses_at IS NULL) OR (l.pauses_at > now())));

CREATE INDEX mails_waiting ON mails USING btree (created_at) WHERE sent_at IS NULL;
CREATE INDEX limit_counters_expiry ON limit_counters USING btree (expires_at);
CREATE INDEX audit_log_object ON audit_log USING btree (object, object_id);
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email));
CREATE INDEX sign_in_sessions_user ON sign_in_sessions USING btree (user_id) WHERE revoked_at IS NULL;
CREATE INDEX account_links_user ON account_links USING btree (user_id) WHERE used_at IS NULL;
CREATE INDEX resources_file ON resources USING btree (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX resources_online_product ON resources USING btree (online_product_id) WHERE online_product_id IS NOT NULL;
CREATE INDEX resources_newest ON resources USING btree (created_at DESC, id DESC) INCLUDE (type, access_type, principles_bits) WHERE is_listed;
CREATE INDEX resources_by_title ON resources USING btree (title_order, id) INCLUDE (type, access_type, principles_bits) WHERE is_listed;
CREATE INDEX resources_by_price ON resources USING btree (shown_price_minor, id) INCLUDE (type, access_type, principles_bits) WHERE is_listed;
CREATE INDEX resources_by_access_and_price ON resources USING btree (access_type, shown_price_minor, id) INCLUDE (type, principles_bits) WHERE is_listed;
CREATE INDEX resources_groups ON resources USING btree (type, access_type, principles_bits, created_at DESC, id DESC) INCLUDE (shown_price_minor) WHERE is_listed;
CREATE INDEX search_words_parts ON search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX search_words_short_parts ON search_words USING gin (short_parts(word)) WITH (fastupdate=off);
CREATE INDEX search_words_unused ON search_words USING btree (word) WHERE resources <= 0;
CREATE INDEX payment_attempts_unfinished ON payment_attempts USING btree (opened_at) WHERE status = ANY (ARRAY['open'::text, 'superseded'::text]);
CREATE INDEX payment_attempts_resource ON payment_attempts USING btree (resource_id);
CREATE INDEX purchases_user ON purchases USING btree (user_id, purchased_at DESC);
CREATE INDEX purchases_resource ON purchases USING btree (resource_id);
CREATE INDEX refunds_attempt ON refunds USING btree (attempt_id);
CREATE UNIQUE INDEX refunds_duplicate_key ON refunds USING btree (attempt_id) WHERE reason = 'duplicate'::text;
CREATE INDEX refunds_due ON refunds USING btree (created_at) WHERE status = 'due'::text;
CREATE INDEX disputes_attempt ON disputes USING btree (attempt_id);
CREATE INDEX access_grants_user ON access_grants USING btree (user_id) WHERE is_active;
CREATE INDEX access_grants_resource ON access_grants USING btree (resource_id);
CREATE INDEX stripe_events_waiting ON stripe_events USING btree (received_at) WHERE processed_at IS NULL;
CREATE INDEX stripe_events_processed ON stripe_events USING btree (processed_at);
CREATE INDEX subscriptions_user ON subscriptions USING btree (user_id, id DESC);
CREATE INDEX subscriptions_resource ON subscriptions USING btree (resource_id);
CREATE INDEX subscriptions_unfinished ON subscriptions USING btree (synced_at NULLS FIRST) WHERE status <> ALL (ARRAY['canceled'::text, 'incomplete_expired'::text]);
CREATE INDEX subscription_states_subscription ON subscription_states USING btree (subscription_id, id);
CREATE INDEX subscription_blocks_resource ON subscription_blocks USING btree (resource_id);
CREATE UNIQUE INDEX promo_codes_code_key ON promo_codes USING btree (code) WHERE deleted_at IS NULL;
CREATE INDEX promo_codes_newest ON promo_codes USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX promo_code_products_product ON promo_code_products USING btree (online_product_id);
CREATE UNIQUE INDEX promo_redemptions_once_key ON promo_redemptions USING btree (promo_code_id, user_id) WHERE released_at IS NULL;
CREATE UNIQUE INDEX promo_redemptions_trial_key ON promo_redemptions USING btree (user_id) WHERE released_at IS NULL AND trial_days > 0;
CREATE INDEX promo_redemptions_newest ON promo_redemptions USING btree (redeemed_at DESC, id DESC) WHERE released_at IS NULL;
CREATE INDEX promo_redemptions_user ON promo_redemptions USING btree (user_id);
CREATE UNIQUE INDEX promo_checkouts_open_key ON promo_checkouts USING btree (promo_code_id, user_id) WHERE status = 'open'::text;
CREATE INDEX promo_checkouts_waiting ON promo_checkouts USING btree (synced_at NULLS FIRST) WHERE status = 'open'::text;
CREATE INDEX promo_checkouts_user ON promo_checkouts USING btree (user_id);
CREATE INDEX invoices_user ON invoices USING btree (user_id, issued_at DESC);
CREATE INDEX invoices_subscription ON invoices USING btree (stripe_subscription_id, paid_at DESC);
CREATE INDEX invoices_unfinished ON invoices USING btree (synced_at) WHERE status = ANY (ARRAY['draft'::text, 'open'::text]);
CREATE INDEX payment_methods_user ON payment_methods USING btree (user_id);
CREATE INDEX refund_requests_user ON refund_requests USING btree (user_id);
CREATE INDEX refund_requests_open ON refund_requests USING btree (created_at) WHERE status = 'open'::text;
CREATE INDEX reconciliation_discrepancies_seen ON reconciliation_discrepancies USING btree (seen_at DESC);
CREATE INDEX reconciliation_discrepancies_first_run ON reconciliation_discrepancies USING btree (first_run_id);
CREATE INDEX reconciliation_discrepancies_last_run ON reconciliation_discrepancies USING btree (last_run_id);
CREATE INDEX progress_sessions_resource ON progress_sessions USING btree (resource_id);
CREATE INDEX tool_tokens_sign_in ON tool_tokens USING btree (sign_in_id);
CREATE INDEX tool_tokens_expires ON tool_tokens USING btree (expires_at);
CREATE INDEX assessment_attempts_user ON assessment_attempts USING btree (user_id, id DESC);
CREATE INDEX assessment_attempts_resource ON assessment_attempts USING btree (resource_id) WHERE resource_id IS NOT NULL;
CREATE INDEX sign_in_sessions_device ON sign_in_sessions USING btree (user_id, device_hash);
CREATE INDEX identities_user ON identities USING btree (user_id);
CREATE INDEX progress_sessions_recent ON progress_sessions USING btree (user_id, last_accessed_at DESC, id DESC);
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_administrators ON users USING btree (id) WHERE role = 'administrator'::text AND deleted_at IS NULL;
CREATE INDEX analytics_lines_payment ON analytics_lines USING btree (source, payment_id);
CREATE INDEX resource_days_day ON resource_days USING btree (day);
CREATE INDEX subscription_states_seen ON subscription_states USING btree (seen_at);
CREATE UNIQUE INDEX data_exports_open_key ON data_exports USING btree (user_id) WHERE ready_at IS NULL AND failed_at IS NULL;
CREATE INDEX data_exports_user ON data_exports USING btree (user_id);
CREATE INDEX listed_resources_week ON listed_resources USING btree (week);
CREATE INDEX order_consents_user ON order_consents USING btree (user_id);
CREATE INDEX order_consents_subscription ON order_consents USING btree (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX order_consents_promo_checkout ON order_consents USING btree (promo_checkout_id) WHERE promo_checkout_id IS NOT NULL;
CREATE INDEX saved_resources_newest ON saved_resources USING btree (user_id, saved_at DESC, resource_id DESC);
CREATE INDEX saved_resources_resource ON saved_resources USING btree (resource_id);
CREATE INDEX audit_log_newest ON audit_log USING btree (happened_at DESC, id DESC);
CREATE INDEX audit_log_by_actor ON audit_log USING btree (actor_user_id, happened_at DESC, id DESC);
CREATE INDEX audit_log_by_member ON audit_log USING btree (member_user_id, happened_at DESC, id DESC) WHERE member_user_id IS NOT NULL;
CREATE INDEX audit_log_by_object ON audit_log USING btree (object, happened_at DESC, id DESC);
CREATE INDEX audit_log_by_action ON audit_log USING btree (action, happened_at DESC, id DESC);
CREATE INDEX audit_log_search ON audit_log USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX catalogue_imports_working_key ON catalogue_imports USING btree ((true)) WHERE state = ANY (ARRAY['checking'::text, 'importing'::text]);
CREATE INDEX catalogue_import_problems_line ON catalogue_import_problems USING btree (import_id, line, id);
CREATE INDEX resources_publish_due ON resources USING btree (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX resources_kept_newest ON resources USING btree (created_at DESC, id DESC) INCLUDE (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase) WHERE withdrawn_at IS NULL;
CREATE INDEX resources_kept_changed ON resources USING btree (updated_at DESC, id DESC) INCLUDE (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase) WHERE withdrawn_at IS NULL;
CREATE INDEX resources_kept_title ON resources USING btree (title_order, id) INCLUDE (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase) WHERE withdrawn_at IS NULL;
CREATE INDEX resources_kept_price ON resources USING btree (shown_price_minor, id) INCLUDE (type, access_type, is_published, publish_at, principles_bits, rapp_implementation_phase) WHERE withdrawn_at IS NULL;
CREATE INDEX payment_attempts_user ON payment_attempts USING btree (user_id);
CREATE INDEX files_unmeasured ON files USING btree (id) WHERE kind = 'image'::text AND width_pixels IS NULL;
CREATE INDEX trial_claims_redemption ON trial_claims USING btree (redemption_id);
CREATE INDEX promo_redemptions_unclaimed ON promo_redemptions USING btree (id) WHERE claimed_at IS NULL AND released_at IS NULL AND trial_days > 0;
CREATE UNIQUE INDEX news_words_key ON news USING btree (md5((subject || '
'::text) || text));
CREATE INDEX news_sent_by ON news USING btree (sent_by);
CREATE INDEX unclaimed_blobs_since ON unclaimed_blobs USING btree (since);
CREATE INDEX files_created_at ON files USING btree (created_at);
CREATE INDEX refunds_invoice ON refunds USING btree (invoice_id);
CREATE UNIQUE INDEX refunds_due_key ON refunds USING btree (attempt_id, invoice_id) NULLS NOT DISTINCT WHERE status = 'due'::text;
CREATE INDEX disputes_invoice ON disputes USING btree (invoice_id);
CREATE INDEX portal_settings_logo ON portal_settings USING btree (logo_file_id);
CREATE INDEX portal_settings_dark_logo ON portal_settings USING btree (dark_logo_file_id);
CREATE INDEX portal_settings_favicon ON portal_settings USING btree (favicon_file_id);
CREATE INDEX portal_settings_saved_by ON portal_settings USING btree (saved_by);
CREATE INDEX payment_attempts_promo_code ON payment_attempts USING btree (promo_code_id) WHERE promo_code_id IS NOT NULL;
CREATE INDEX promo_redemptions_attempt ON promo_redemptions USING btree (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX recurring_changes_subscription ON recurring_changes USING btree (subscription_id, id);
CREATE INDEX recurring_changes_changed_at ON recurring_changes USING btree (changed_at);
CREATE UNIQUE INDEX documents_attempt_key ON documents USING btree (attempt_id) WHERE kind = 'invoice'::text;
CREATE UNIQUE INDEX documents_invoice_key ON documents USING btree (invoice_id) WHERE kind = 'invoice'::text;
CREATE UNIQUE INDEX documents_refund_key ON documents USING btree (refund_id);
CREATE INDEX documents_attempt ON documents USING btree (attempt_id);
CREATE INDEX documents_invoice ON documents USING btree (invoice_id);
CREATE INDEX documents_user ON documents USING btree (user_id);
CREATE INDEX documents_issued ON documents USING btree (issued_at);
alter table subscriptions add constraint subscriptions_stripe_session_id_key UNIQUE (stripe_session_id);
CREATE INDEX subscriptions_promo_code ON subscriptions USING btree (promo_code_id) WHERE promo_code_id IS NOT NULL;
CREATE INDEX promo_redemptions_subscription ON promo_redemptions USING btree (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX subscriptions_cancelled_at ON subscriptions USING btree (cancelled_at);
CREATE UNIQUE INDEX bundle_parts_live_key ON bundle_parts USING btree (bundle_id, resource_id) WHERE removed_at IS NULL;
CREATE INDEX bundle_parts_bundle ON bundle_parts USING btree (bundle_id);
CREATE INDEX bundle_parts_resource ON bundle_parts USING btree (resource_id);
CREATE INDEX gifts_user ON gifts USING btree (user_id);
CREATE INDEX gifts_redeemed_by ON gifts USING btree (redeemed_by) WHERE redeemed_by IS NOT NULL;
CREATE INDEX resources_words ON resources USING gin (array_to_tsvector(words_of(search_text)), rapp_implementation_phase, role_affiliations) WITH (fastupdate=off) WHERE is_listed;
CREATE INDEX resources_kept_text ON resources USING gin ((' '::text || search_text) gin_trgm_ops) WITH (fastupdate=off) WHERE withdrawn_at IS NULL;
CREATE INDEX search_words_stem ON search_words USING btree (stem);
CREATE INDEX cancel_offers_subscription_id ON cancel_offers USING btree (subscription_id);
CREATE INDEX cancel_offers_accepted_at ON cancel_offers USING btree (accepted_at);
CREATE INDEX users_arrival ON users USING btree (created_at) WHERE arrival_host IS NOT NULL;
CREATE UNIQUE INDEX analytics_lines_id_key ON analytics_lines USING btree (id);
CREATE INDEX organisation_people_organisation ON organisation_people USING btree (organisation_id, user_id);
CREATE UNIQUE INDEX organisation_invitations_email_key ON organisation_invitations USING btree (organisation_id, lower(email));
CREATE INDEX organisation_invitations_address ON organisation_invitations USING btree (lower(email));
CREATE INDEX payment_fees_attempt_id ON payment_fees USING btree (attempt_id);
CREATE INDEX payment_fees_invoice_id ON payment_fees USING btree (invoice_id);
CREATE INDEX payment_fees_charged_at ON payment_fees USING btree (charged_at);
CREATE INDEX content_versions_published_by ON content_versions USING btree (published_by);
CREATE INDEX subscriptions_pause_starts_at ON subscriptions USING btree (pause_starts_at) WHERE pause_starts_at IS NOT NULL;
CREATE INDEX seat_lots_organisation ON seat_lots USING btree (organisation_id, resource_id);
CREATE INDEX seat_lots_resource ON seat_lots USING btree (resource_id);
CREATE INDEX seats_lot ON seats USING btree (lot_id);
CREATE INDEX seats_user ON seats USING btree (user_id);
CREATE UNIQUE INDEX seats_lot_user_key ON seats USING btree (lot_id, user_id) WHERE returned_at IS NULL;
alter table seat_lots add constraint seat_lots_purchase_id_key UNIQUE (purchase_id);
CREATE UNIQUE INDEX purchases_live_sale_key ON purchases USING btree (user_id, resource_id) INCLUDE (id) WHERE status = 'paid'::text AND NOT is_gift AND organisation_id IS NULL;
CREATE INDEX payment_attempts_organisation ON payment_attempts USING btree (organisation_id) WHERE organisation_id IS NOT NULL;
CREATE INDEX purchases_organisation ON purchases USING btree (organisation_id, id) WHERE organisation_id IS NOT NULL;
alter table seat_lots add constraint seat_lots_attempt_id_key UNIQUE (attempt_id);
CREATE UNIQUE INDEX payment_attempts_open_card_key ON payment_attempts USING btree (user_id, resource_id, is_gift, COALESCE(organisation_id, 0)) WHERE status = 'open'::text AND billing IS NULL;
CREATE UNIQUE INDEX payment_attempts_open_invoice_key ON payment_attempts USING btree (organisation_id, resource_id) WHERE status = 'open'::text AND billing IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_stripe_invoice_id_key ON payment_attempts USING btree (stripe_invoice_id) WHERE stripe_invoice_id IS NOT NULL;
CREATE UNIQUE INDEX completions_day_key ON completions USING btree (user_id, resource_id, content_version, ((completed_at AT TIME ZONE 'UTC'::text)::date));
CREATE INDEX completions_recent ON completions USING btree (user_id, resource_id, completed_at DESC);
CREATE INDEX completions_resource ON completions USING btree (resource_id);
CREATE UNIQUE INDEX assignments_live_key ON assignments USING btree (user_id, resource_id, organisation_id) WHERE ended_at IS NULL;
CREATE INDEX assignments_user ON assignments USING btree (user_id);
CREATE INDEX assignments_organisation ON assignments USING btree (organisation_id, id);
CREATE INDEX assignments_counts ON assignments USING btree (organisation_id, resource_id) INCLUDE (user_id, due_by, valid_until, completed_at, begun_at, refresh_months, asks_confirmation) WHERE ended_at IS NULL;
CREATE INDEX assignments_resource ON assignments USING btree (resource_id);
CREATE INDEX assignments_made_by ON assignments USING btree (made_by);
CREATE INDEX assignments_completion ON assignments USING btree (completion_id);
CREATE INDEX certificates_user ON certificates USING btree (user_id);
CREATE INDEX certificates_resource ON certificates USING btree (resource_id);
CREATE INDEX certificates_organisation_newest ON certificates USING btree (organisation_id, id);
CREATE INDEX assessment_rounds_organisation ON assessment_rounds USING btree (organisation_id, id DESC);
CREATE INDEX assessment_rounds_open ON assessment_rounds USING btree (closes_on) WHERE closed_at IS NULL;
CREATE INDEX assessment_round_people_user ON assessment_round_people USING btree (user_id);
CREATE INDEX assessment_round_group_people_set ON assessment_round_group_people USING btree (round_id, "position");
CREATE INDEX assessment_round_shown_user ON assessment_round_shown USING btree (user_id);
CREATE INDEX assessment_round_plan_owner ON assessment_round_plan USING btree (owner_id);
CREATE UNIQUE INDEX organisation_domains_proven_key ON organisation_domains USING btree (domain) WHERE proven_at IS NOT NULL;
CREATE INDEX organisation_requests_organisation ON organisation_requests USING btree (organisation_id, asked_at);
CREATE INDEX organisation_absences_organisation ON organisation_absences USING btree (organisation_id);
CREATE INDEX users_verified_domain ON users USING btree (lower(split_part(email, '@'::text, 2))) WHERE email_verified_at IS NOT NULL;
alter table seat_lots add constraint seat_lots_subscription_id_key UNIQUE (subscription_id);
CREATE UNIQUE INDEX subscriptions_live_member_key ON subscriptions USING btree (user_id) WHERE organisation_id IS NULL AND NOT is_duplicate AND (status <> ALL (ARRAY['canceled'::text, 'incomplete_expired'::text]));
CREATE UNIQUE INDEX subscriptions_live_organisation_key ON subscriptions USING btree (organisation_id) WHERE organisation_id IS NOT NULL AND NOT is_duplicate AND (status <> ALL (ARRAY['canceled'::text, 'incomplete_expired'::text]));
CREATE UNIQUE INDEX subscriptions_order_id_key ON subscriptions USING btree (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX drawn_pages_image_id ON drawn_pages USING btree (image_id);
CREATE INDEX assignments_due_status ON assignments USING btree (organisation_id, due_by, id) INCLUDE (user_id, resource_id, completed_at, valid_until, begun_at) WHERE ended_at IS NULL;
CREATE INDEX member_notes_user ON member_notes USING btree (user_id, id DESC);
CREATE INDEX member_notes_author ON member_notes USING btree (author_id);
CREATE INDEX resources_duration ON resources USING btree (estimated_duration) WHERE is_listed;
CREATE INDEX users_verified_address_domain ON users USING btree (lower("substring"(email, '[^@]*$'::text) COLLATE "C")) WHERE email_verified_at IS NOT NULL;
CREATE INDEX resources_pictures ON resources USING gin (resource_pictures(thumbnail_url, featured_image_url, slideshow_images));
CREATE INDEX articles_pictures ON articles USING gin (pictures_in(document::text));
CREATE INDEX promo_redemptions_to_claim ON promo_redemptions USING btree (id) WHERE claimed_at IS NULL AND released_at IS NULL;
CREATE INDEX mails_user ON mails USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX users_address_key_key ON users USING btree (address_key);
CREATE UNIQUE INDEX organisation_invitations_address_key_key ON organisation_invitations USING btree (organisation_id, address_key);
CREATE INDEX organisation_invitations_address_key ON organisation_invitations USING btree (address_key);

alter table sign_in_sessions add constraint sign_in_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table account_links add constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table files add constraint files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);
alter table resources add constraint resources_online_product_id_fkey FOREIGN KEY (online_product_id) REFERENCES online_products(id);
alter table resources add constraint resources_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id);
alter table stripe_customers add constraint stripe_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table payment_attempts add constraint payment_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table payment_attempts add constraint payment_attempts_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table purchases add constraint purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table purchases add constraint purchases_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table purchases add constraint purchases_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table refunds add constraint refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table disputes add constraint disputes_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table access_grants add constraint access_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table access_grants add constraint access_grants_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table access_grants add constraint access_grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id);
alter table stripe_products add constraint stripe_products_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table stripe_prices add constraint stripe_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES stripe_products(id);
alter table subscriptions add constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table subscriptions add constraint subscriptions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table subscriptions add constraint subscriptions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES users(id);
alter table subscription_states add constraint subscription_states_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table subscription_blocks add constraint subscription_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table subscription_blocks add constraint subscription_blocks_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table subscription_blocks add constraint subscription_blocks_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES users(id);
alter table promo_code_products add constraint promo_code_products_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table promo_code_products add constraint promo_code_products_online_product_id_fkey FOREIGN KEY (online_product_id) REFERENCES online_products(id) ON DELETE CASCADE;
alter table promo_validations add constraint promo_validations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table promo_validations add constraint promo_validations_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table promo_redemptions add constraint promo_redemptions_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table promo_redemptions add constraint promo_redemptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table promo_redemptions add constraint promo_redemptions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table promo_checkouts add constraint promo_checkouts_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table promo_checkouts add constraint promo_checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table invoices add constraint invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table payment_methods add constraint payment_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table refund_requests add constraint refund_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table refund_requests add constraint refund_requests_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table refund_requests add constraint refund_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id);
alter table reconciliation_discrepancies add constraint reconciliation_discrepancies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table reconciliation_discrepancies add constraint reconciliation_discrepancies_first_run_id_fkey FOREIGN KEY (first_run_id) REFERENCES reconciliation_runs(id);
alter table reconciliation_discrepancies add constraint reconciliation_discrepancies_last_run_id_fkey FOREIGN KEY (last_run_id) REFERENCES reconciliation_runs(id);
alter table progress_sessions add constraint progress_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table progress_sessions add constraint progress_sessions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table progress_sessions add constraint progress_sessions_saved_by_product_id_fkey FOREIGN KEY (saved_by_product_id) REFERENCES online_products(id) ON DELETE SET NULL;
alter table tool_tokens add constraint tool_tokens_sign_in_id_fkey FOREIGN KEY (sign_in_id) REFERENCES sign_in_sessions(id) ON DELETE CASCADE;
alter table tool_tokens add constraint tool_tokens_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table tool_tokens add constraint tool_tokens_online_product_id_fkey FOREIGN KEY (online_product_id) REFERENCES online_products(id) ON DELETE CASCADE;
alter table assessment_attempts add constraint assessment_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table assessment_attempts add constraint assessment_attempts_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE SET NULL;
alter table assessment_plan_entries add constraint assessment_plan_entries_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES assessment_attempts(id) ON DELETE CASCADE;
alter table identities add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table second_factors add constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE;
alter table resource_days add constraint resource_days_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table data_exports add constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table listed_resources add constraint listed_resources_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table order_consents add constraint order_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table order_consents add constraint order_consents_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table order_consents add constraint order_consents_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table order_consents add constraint order_consents_promo_checkout_id_fkey FOREIGN KEY (promo_checkout_id) REFERENCES promo_checkouts(id);
alter table articles add constraint articles_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table reading_positions add constraint reading_positions_session_id_fkey FOREIGN KEY (session_id) REFERENCES progress_sessions(id) ON DELETE CASCADE;
alter table saved_resources add constraint saved_resources_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table saved_resources add constraint saved_resources_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table catalogue_imports add constraint catalogue_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table catalogue_import_rows add constraint catalogue_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES catalogue_imports(id) ON DELETE CASCADE;
alter table catalogue_import_problems add constraint catalogue_import_problems_import_id_fkey FOREIGN KEY (import_id) REFERENCES catalogue_imports(id) ON DELETE CASCADE;
alter table resource_weeks add constraint resource_weeks_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table trial_claims add constraint trial_claims_redemption_id_fkey FOREIGN KEY (redemption_id) REFERENCES promo_redemptions(id) ON DELETE CASCADE;
alter table news add constraint news_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id);
alter table profile_pictures add constraint profile_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table refunds add constraint refunds_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table refunds add constraint refunds_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES users(id);
alter table disputes add constraint disputes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table portal_settings add constraint portal_settings_logo_file_id_fkey FOREIGN KEY (logo_file_id) REFERENCES files(id);
alter table portal_settings add constraint portal_settings_dark_logo_file_id_fkey FOREIGN KEY (dark_logo_file_id) REFERENCES files(id);
alter table portal_settings add constraint portal_settings_favicon_file_id_fkey FOREIGN KEY (favicon_file_id) REFERENCES files(id);
alter table portal_settings add constraint portal_settings_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id);
alter table payment_attempts add constraint payment_attempts_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table promo_redemptions add constraint promo_redemptions_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table recurring_changes add constraint recurring_changes_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table documents add constraint documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table documents add constraint documents_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table documents add constraint documents_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table documents add constraint documents_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id);
alter table billing_details add constraint billing_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table subscriptions add constraint subscriptions_promo_code_id_fkey FOREIGN KEY (promo_code_id) REFERENCES promo_codes(id);
alter table bundle_parts add constraint bundle_parts_bundle_id_fkey FOREIGN KEY (bundle_id) REFERENCES resources(id);
alter table bundle_parts add constraint bundle_parts_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table gifts add constraint gifts_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table gifts add constraint gifts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table gifts add constraint gifts_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES users(id);
alter table cancel_offers add constraint cancel_offers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table cancel_offers add constraint cancel_offers_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table organisation_people add constraint organisation_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table organisation_people add constraint organisation_people_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table organisation_invitations add constraint organisation_invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table payment_fees add constraint payment_fees_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table payment_fees add constraint payment_fees_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id);
alter table content_versions add constraint content_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id);
alter table seat_lots add constraint seat_lots_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table seat_lots add constraint seat_lots_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table seat_lots add constraint seat_lots_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id);
alter table seats add constraint seats_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES seat_lots(id);
alter table seats add constraint seats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table payment_attempts add constraint payment_attempts_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table purchases add constraint purchases_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table seat_lots add constraint seat_lots_purchase_id_fkey FOREIGN KEY (purchase_id) REFERENCES purchases(id);
alter table seat_prices add constraint seat_prices_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id) ON DELETE CASCADE;
alter table seat_lots add constraint seat_lots_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id);
alter table completions add constraint completions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table completions add constraint completions_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table assignments add constraint assignments_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table assignments add constraint assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table assignments add constraint assignments_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table assignments add constraint assignments_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id);
alter table assignments add constraint assignments_completion_id_fkey FOREIGN KEY (completion_id) REFERENCES completions(id);
alter table certificates add constraint certificates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table certificates add constraint certificates_completion_id_fkey FOREIGN KEY (completion_id) REFERENCES completions(id) ON DELETE SET NULL;
alter table certificates add constraint certificates_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table certificates add constraint certificates_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES resources(id);
alter table assessment_rounds add constraint assessment_rounds_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table assessment_round_sets add constraint assessment_round_sets_round_id_fkey FOREIGN KEY (round_id) REFERENCES assessment_rounds(id);
alter table assessment_round_people add constraint assessment_round_people_round_id_fkey FOREIGN KEY (round_id) REFERENCES assessment_rounds(id);
alter table assessment_round_people add constraint assessment_round_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES organisation_people(user_id) ON DELETE CASCADE;
alter table assessment_round_group_people add constraint assessment_round_group_people_person_fkey FOREIGN KEY (round_id, user_id) REFERENCES assessment_round_people(round_id, user_id) ON DELETE CASCADE;
alter table assessment_round_group_people add constraint assessment_round_group_people_set_fkey FOREIGN KEY (round_id, "position") REFERENCES assessment_round_sets(round_id, "position");
alter table assessment_round_answers add constraint assessment_round_answers_person_fkey FOREIGN KEY (round_id, user_id) REFERENCES assessment_round_people(round_id, user_id) ON DELETE CASCADE;
alter table assessment_round_shown add constraint assessment_round_shown_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table assessment_round_shown add constraint assessment_round_shown_set_fkey FOREIGN KEY (round_id, "position") REFERENCES assessment_round_sets(round_id, "position");
alter table assessment_round_plan add constraint assessment_round_plan_round_id_fkey FOREIGN KEY (round_id) REFERENCES assessment_rounds(id);
alter table assessment_round_plan add constraint assessment_round_plan_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES organisation_people(user_id) ON DELETE SET NULL;
alter table organisation_domains add constraint organisation_domains_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table organisation_requests add constraint organisation_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table organisation_requests add constraint organisation_requests_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table organisation_absences add constraint organisation_absences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table organisation_absences add constraint organisation_absences_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table subscriptions add constraint subscriptions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table seat_lots add constraint seat_lots_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table pdf_facts add constraint pdf_facts_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE;
alter table drawn_pages add constraint drawn_pages_file_id_fkey FOREIGN KEY (file_id) REFERENCES pdf_facts(file_id) ON DELETE CASCADE;
alter table drawn_pages add constraint drawn_pages_image_id_fkey FOREIGN KEY (image_id) REFERENCES files(id);
alter table member_notes add constraint member_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table member_notes add constraint member_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id);
alter table organisation_invitations add constraint organisation_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id);

CREATE TRIGGER resources_added AFTER INSERT ON resources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_resources('1');
CREATE TRIGGER resources_changed_to AFTER UPDATE ON resources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_resources('1');
CREATE TRIGGER resources_were AFTER UPDATE ON resources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_resources('-1');
CREATE TRIGGER resources_removed AFTER DELETE ON resources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_resources('-1');
CREATE TRIGGER resources_emptied AFTER TRUNCATE ON resources FOR EACH STATEMENT EXECUTE FUNCTION count_no_resources();
CREATE TRIGGER resources_one_writer BEFORE INSERT OR DELETE OR UPDATE ON resources FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue();
CREATE TRIGGER audit_log_kept BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER payment_attempts_noted AFTER INSERT OR DELETE OR UPDATE OF amount_received_minor, succeeded_at ON payment_attempts FOR EACH ROW EXECUTE FUNCTION note_payment_change('attempt', 'id');
CREATE TRIGGER purchases_noted AFTER INSERT OR DELETE OR UPDATE OF attempt_id, purchased_at ON purchases FOR EACH ROW EXECUTE FUNCTION note_payment_change('attempt', 'attempt_id');
CREATE TRIGGER invoices_noted AFTER INSERT OR DELETE OR UPDATE OF paid_minor, paid_at, stripe_subscription_id ON invoices FOR EACH ROW EXECUTE FUNCTION note_payment_change('invoice', 'id');
CREATE TRIGGER progress_sessions_noted AFTER INSERT OR UPDATE OF completion_percentage ON progress_sessions FOR EACH ROW WHEN (new.completion_percentage = 100) EXECUTE FUNCTION note_finished();
CREATE TRIGGER resources_audience_added AFTER INSERT ON resources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audiences('1');
CREATE TRIGGER resources_audience_changed_to AFTER UPDATE ON resources REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audiences('1');
CREATE TRIGGER resources_audience_were AFTER UPDATE ON resources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audiences('-1');
CREATE TRIGGER resources_audience_removed AFTER DELETE ON resources REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audiences('-1');
CREATE TRIGGER resources_audience_emptied AFTER TRUNCATE ON resources FOR EACH STATEMENT EXECUTE FUNCTION count_no_audiences();
CREATE TRIGGER resource_days_come AFTER INSERT ON resource_days REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_to_weeks();
CREATE TRIGGER resource_days_become AFTER UPDATE ON resource_days REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION add_to_weeks();
CREATE TRIGGER resource_days_were AFTER UPDATE ON resource_days REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION take_from_weeks();
CREATE TRIGGER resource_days_gone AFTER DELETE ON resource_days REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION take_from_weeks();
CREATE TRIGGER refunds_noted AFTER INSERT OR DELETE OR UPDATE OF status, amount_minor ON refunds FOR EACH ROW EXECUTE FUNCTION note_return_change();
CREATE TRIGGER disputes_noted AFTER INSERT OR DELETE OR UPDATE OF status, amount_minor ON disputes FOR EACH ROW EXECUTE FUNCTION note_return_change();
CREATE TRIGGER disputes_lost BEFORE INSERT OR UPDATE OF status ON disputes FOR EACH ROW EXECUTE FUNCTION note_dispute_loss();
CREATE TRIGGER subscriptions_worth_noted AFTER INSERT OR UPDATE OF status, amount_minor, plan, is_duplicate, tax_mode, suspended_at, pause_starts_at, pause_ends_at ON subscriptions FOR EACH ROW EXECUTE FUNCTION note_recurring_change();
CREATE TRIGGER documents_noted AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION note_return_change();
CREATE TRIGGER invoices_tax_noted AFTER INSERT OR UPDATE OF status, tax_minor, total_minor, paid_at ON invoices FOR EACH ROW WHEN (new.status = 'paid'::text AND new.total_minor > 0) EXECUTE FUNCTION note_included_tax();
CREATE TRIGGER purchases_order_refused BEFORE INSERT ON purchases FOR EACH ROW WHEN (new.organisation_id IS NOT NULL) EXECUTE FUNCTION refuse_order_of_closed();
CREATE TRIGGER purchases_seats_opened AFTER INSERT ON purchases FOR EACH ROW WHEN (new.organisation_id IS NOT NULL AND new.status = 'paid'::text) EXECUTE FUNCTION open_bought_seats();
CREATE TRIGGER purchases_seats_synced AFTER UPDATE OF status ON purchases FOR EACH ROW WHEN (new.organisation_id IS NOT NULL AND new.status <> old.status) EXECUTE FUNCTION sync_bought_seats();
CREATE TRIGGER payment_attempts_credit_seats_opened AFTER UPDATE OF credit_until ON payment_attempts FOR EACH ROW WHEN (old.credit_until IS NULL AND new.credit_until IS NOT NULL) EXECUTE FUNCTION open_credit_seats();
CREATE TRIGGER payment_attempts_credit_seats_ended AFTER UPDATE OF status ON payment_attempts FOR EACH ROW WHEN (new.credit_until IS NOT NULL AND (new.status = ANY (ARRAY['canceled'::text, 'refused'::text]))) EXECUTE FUNCTION end_credit_seats();
CREATE TRIGGER resources_content_raised BEFORE UPDATE OF file_id, video_url, instructional_video_url, online_product_id ON resources FOR EACH ROW WHEN (old.file_id IS DISTINCT FROM new.file_id OR old.video_url IS DISTINCT FROM new.video_url OR old.instructional_video_url IS DISTINCT FROM new.instructional_video_url OR old.online_product_id IS DISTINCT FROM new.online_product_id) EXECUTE FUNCTION raise_content_version();
CREATE TRIGGER articles_content_raised AFTER UPDATE OF document ON articles FOR EACH ROW WHEN (old.document IS DISTINCT FROM new.document) EXECUTE FUNCTION raise_article_version();
CREATE TRIGGER articles_content_removed AFTER DELETE ON articles FOR EACH ROW EXECUTE FUNCTION raise_article_version();
CREATE TRIGGER online_products_content_raised AFTER UPDATE OF configuration ON online_products FOR EACH ROW WHEN ((old.configuration ->> 'toolUrl'::text) IS DISTINCT FROM (new.configuration ->> 'toolUrl'::text) OR (old.configuration ->> 'url'::text) IS DISTINCT FROM (new.configuration ->> 'url'::text)) EXECUTE FUNCTION raise_tool_version();
CREATE TRIGGER completions_counted AFTER INSERT OR UPDATE OF confirmed_at ON completions FOR EACH ROW EXECUTE FUNCTION complete_assignments();
CREATE TRIGGER progress_sessions_begun AFTER INSERT ON progress_sessions FOR EACH ROW EXECUTE FUNCTION note_learning();
CREATE TRIGGER progress_sessions_learned AFTER UPDATE OF completion_percentage, finished_at ON progress_sessions FOR EACH ROW WHEN (old.completion_percentage IS DISTINCT FROM new.completion_percentage OR old.finished_at IS DISTINCT FROM new.finished_at) EXECUTE FUNCTION note_learning();
CREATE TRIGGER organisation_people_assignments_ended AFTER DELETE ON organisation_people FOR EACH ROW EXECUTE FUNCTION end_assignments();
CREATE TRIGGER assignments_certified_at_once AFTER INSERT ON assignments FOR EACH ROW WHEN (new.completion_id IS NOT NULL) EXECUTE FUNCTION issue_certificate();
CREATE TRIGGER assignments_certified AFTER UPDATE OF completion_id ON assignments FOR EACH ROW WHEN (new.completion_id IS NOT NULL AND new.completion_id IS DISTINCT FROM old.completion_id) EXECUTE FUNCTION issue_certificate();
CREATE TRIGGER subscriptions_seats_synced AFTER INSERT OR UPDATE OF status, seats, is_duplicate, grace_ends_at, suspended_at, credit_until ON subscriptions FOR EACH ROW WHEN (new.organisation_id IS NOT NULL) EXECUTE FUNCTION sync_plan_seats();
CREATE TRIGGER resources_file_link_raised BEFORE UPDATE OF file_link ON resources FOR EACH ROW WHEN (old.file_link IS DISTINCT FROM new.file_link) EXECUTE FUNCTION raise_content_version();
CREATE TRIGGER mails_owned BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION set_mail_owner();
CREATE TRIGGER users_address_key BEFORE INSERT OR UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION set_address_key();
CREATE TRIGGER organisation_invitations_address_key BEFORE INSERT OR UPDATE OF email ON organisation_invitations FOR EACH ROW EXECUTE FUNCTION set_address_key();

insert into installation default values;
insert into catalogue_version default values;
insert into portal_settings default values;

select setval('refunds_id_seq', 1);

set local check_function_bodies to default;
