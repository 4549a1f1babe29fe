-- Addresses that receive events (HOOK-01); `organisation_id` is null for those of the whole portal.
create table webhooks (
  id integer generated always as identity primary key,
  organisation_id integer references organisations (id),
  url text not null check (length(url) between 1 and 2000),
  description text check (length(description) between 1 and 640),
  types text[] not null check (cardinality(types) > 0),
  sealed_secret bytea not null,
  -- The secret before the last change signs beside the new one until then.
  former_secret bytea,
  former_secret_until timestamptz,
  -- Null while the webhook is on.
  off_reason text check (off_reason in ('switched-off', 'gone', 'failing')),
  -- The first failed attempt since the last success, and the mail about it.
  failing_since timestamptz,
  last_failed_at timestamptz,
  warned_at timestamptz,
  -- A receiver that asked for a pause gets none of its events before.
  paused_until timestamptz,
  last_delivered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint webhooks_former_secret_check check ((former_secret is null) = (former_secret_until is null))
);
create index webhooks_organisation on webhooks (organisation_id);

-- The outbox: written in the transaction of the change, and only if a webhook wants it (HOOK-03). `organisation_id` is
-- the organisation whose owners may read the same by the API; null for events of the portal alone.
create table events (
  id bigint generated always as identity primary key,
  type text not null,
  organisation_id integer,
  data jsonb not null,
  happened_at timestamptz not null default now(),
  -- When its deliveries were made.
  spread_at timestamptz
);
create index events_waiting on events (id) where spread_at is null;
create index events_happened on events (happened_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts smallint not null default 0,
  next_at timestamptz not null default now(),
  last_at timestamptz,
  duration_ms integer,
  response_status smallint,
  response text,
  error text,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where status = 'waiting';
create index webhook_deliveries_event on webhook_deliveries (event_id);

-- Job `spread-events` makes the deliveries. Without a job key, because transactions that record events at the same time
-- would wait for each other. A webhook that the portal switched off can have the events since then sent again.
create function record_event(kind text, organisation integer, facts jsonb) returns void language plpgsql as $$
begin
  if exists (
    select from webhooks where off_reason is distinct from 'switched-off' and kind = any (types)
      and (organisation_id is null or organisation_id = organisation)
  ) then
    insert into events (type, organisation_id, data) values (kind, organisation, facts);
    perform graphile_worker.add_job('spread-events', max_attempts := 12);
  end if;
end $$;

create function record_member_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_event('member.registered', null, jsonb_build_object('memberId', new.id));
  else
    perform record_event('member.deleted', null, jsonb_build_object('memberId', new.id));
  end if;
  return null;
end $$;
create trigger record_registration after insert on users for each row execute function record_member_event();
create trigger record_deletion after update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function record_member_event();

create function record_purchase() returns trigger language plpgsql as $$
begin
  perform record_event('purchase.completed', null, jsonb_strip_nulls(jsonb_build_object('purchaseId', new.id,
    'memberId', new.user_id, 'resourceId', new.resource_id, 'organisationId', new.organisation_id)));
  return null;
end $$;
create trigger record_purchase after insert on purchases for each row when (new.status = 'paid')
  execute function record_purchase();

create function record_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.status <> 'succeeded' then
    perform record_event('purchase.refunded', null, jsonb_strip_nulls(jsonb_build_object('refundId', new.id,
      'purchaseId', p.id, 'memberId', p.user_id, 'resourceId', p.resource_id, 'organisationId', p.organisation_id)))
    from purchases p where p.attempt_id = new.attempt_id;
  end if;
  return null;
end $$;
create trigger record_refund after insert or update of status on refunds for each row
  when (new.status = 'succeeded' and new.attempt_id is not null) execute function record_refund();

create function record_subscription() returns trigger language plpgsql as $$
declare
  facts jsonb := jsonb_strip_nulls(jsonb_build_object('subscriptionId', new.id, 'memberId', new.user_id,
    'organisationId', new.organisation_id));
begin
  if tg_op = 'INSERT' or old.started_at is null then
    perform record_event('subscription.started', null, facts);
  elsif old.ended_at is null and new.ended_at is not null then
    perform record_event('subscription.ended', null, facts);
  elsif (old.status, old.plan, old.amount_minor, old.seats, old.pending_plan, old.pending_seats, old.cancel_at_period_end,
      old.suspended_at, old.pause_starts_at, old.pause_ends_at)
    is distinct from (new.status, new.plan, new.amount_minor, new.seats, new.pending_plan, new.pending_seats,
      new.cancel_at_period_end, new.suspended_at, new.pause_starts_at, new.pause_ends_at)
  then
    perform record_event('subscription.changed', null, facts);
  end if;
  return null;
end $$;
create trigger record_subscription after insert or update on subscriptions for each row
  when (new.started_at is not null and not new.is_duplicate) execute function record_subscription();

create function record_seat() returns trigger language plpgsql as $$
declare
  was_assigned boolean := tg_op = 'UPDATE' and old.assigned_at is not null and old.returned_at is null;
  is_assigned boolean := new.assigned_at is not null and new.returned_at is null;
begin
  if was_assigned = is_assigned then return null; end if;
  perform record_event(case when is_assigned then 'seat.assigned' else 'seat.returned' end, l.organisation_id,
    jsonb_strip_nulls(jsonb_build_object('seatId', new.id, 'organisationId', l.organisation_id, 'memberId',
      coalesce(new.user_id, case when tg_op = 'UPDATE' then old.user_id end), 'resourceId', l.resource_id)))
  from seat_lots l where l.id = new.lot_id;
  return null;
end $$;
create trigger record_seat after insert or update of assigned_at, returned_at on seats for each row
  when (new.assigned_at is not null) execute function record_seat();

create function record_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.completion_id is distinct from new.completion_id then
    perform record_event('assignment.completed', new.organisation_id, jsonb_build_object('assignmentId', new.id,
      'organisationId', new.organisation_id, 'memberId', new.user_id, 'resourceId', new.resource_id));
  end if;
  return null;
end $$;
create trigger record_assignment after insert or update of completion_id on assignments for each row
  when (new.completion_id is not null and new.ended_at is null) execute function record_assignment();

create function record_certificate() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.revoked_at is null then
    perform record_event(case when new.revoked_at is null then 'certificate.issued' else 'certificate.revoked' end,
      new.organisation_id, jsonb_strip_nulls(jsonb_build_object('certificateId', new.id, 'organisationId',
        new.organisation_id, 'memberId', coalesce(new.user_id, case when tg_op = 'UPDATE' then old.user_id end),
        'resourceId', new.resource_id)));
  end if;
  return null;
end $$;
create trigger record_certificate after insert on certificates for each row execute function record_certificate();
create trigger record_revocation after update of revoked_at on certificates for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function record_certificate();

create function record_assessment() returns trigger language plpgsql as $$
begin
  perform record_event('assessment.completed', null,
    jsonb_build_object('attemptId', new.id, 'memberId', new.user_id));
  return null;
end $$;
create trigger record_assessment after insert on assessment_attempts for each row execute function record_assessment();

create function record_round() returns trigger language plpgsql as $$
begin
  perform record_event('round.closed', new.organisation_id,
    jsonb_build_object('roundId', new.id, 'organisationId', new.organisation_id));
  return null;
end $$;
create trigger record_round after update of closed_at on assessment_rounds for each row
  when (old.closed_at is null and new.closed_at is not null) execute function record_round();

create function record_listing() returns trigger language plpgsql as $$
declare
  was_listed boolean := tg_op <> 'INSERT' and old.is_listed;
  is_listed boolean := tg_op <> 'DELETE' and new.is_listed;
begin
  if was_listed <> is_listed then
    perform record_event(case when is_listed then 'resource.published' else 'resource.withdrawn' end, null,
      jsonb_build_object('resourceId', case when tg_op = 'DELETE' then old.id else new.id end));
  end if;
  return null;
end $$;
create trigger record_listing after insert or update or delete on resources for each row execute function record_listing();
