-- A newer certificate of the same person, organisation and resource supersedes the one before it, which stays valid until
-- it expires (HOOK-02).
create function record_superseded_certificate() returns trigger language plpgsql as $$
declare
  is_in boolean := exists (select from organisation_people p
    where p.user_id = new.user_id and p.organisation_id = new.organisation_id);
begin
  perform record_event('certificate.superseded', case when is_in then new.organisation_id end,
    jsonb_build_object('certificateId', former.id, 'newCertificateId', new.id, 'organisationId', new.organisation_id,
      'memberId', new.user_id, 'resourceId', new.resource_id))
  from (select c.id from certificates c
    where c.user_id = new.user_id and c.organisation_id = new.organisation_id and c.resource_id = new.resource_id
      and c.id <> new.id and c.completed_at <= new.completed_at and c.revoked_at is null
    order by c.completed_at desc, c.id desc limit 1) former;
  return null;
end $$;
create trigger record_superseded_certificate after insert on certificates for each row
  execute function record_superseded_certificate();

-- Of a new badge the organisation learns nothing, because its owners cannot read how a person shows a certificate.
create function record_superseded_badge() returns trigger language plpgsql as $$
begin
  perform record_event('certificate.superseded', null, jsonb_strip_nulls(jsonb_build_object('certificateId', c.id,
    'organisationId', c.organisation_id, 'memberId', c.user_id, 'resourceId', c.resource_id)))
  from certificates c where c.id = new.certificate_id;
  return null;
end $$;
create trigger record_superseded_badge after update of superseded_at on badges for each row
  when (old.superseded_at is null and new.superseded_at is not null) execute function record_superseded_badge();

-- A plan that shrinks deletes seats, those of people too.
create function record_deleted_seat() returns trigger language plpgsql as $$
begin
  perform record_event('seat.returned', l.organisation_id, jsonb_strip_nulls(jsonb_build_object('seatId', old.id,
    'organisationId', l.organisation_id, 'memberId', old.user_id, 'resourceId', l.resource_id)))
  from seat_lots l where l.id = old.lot_id;
  return null;
end $$;
create trigger record_deleted_seat after delete on seats for each row
  when (old.assigned_at is not null and old.returned_at is null) execute function record_deleted_seat();
