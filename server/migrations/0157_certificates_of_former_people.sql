-- Of a certificate of a person who has left, the organisation learns nothing any more: its owners cannot read it by the API
-- either (HOOK-02).
create or replace function record_certificate() returns trigger language plpgsql as $$
declare
  person integer := coalesce(new.user_id, case when tg_op = 'UPDATE' then old.user_id end);
  is_in boolean := exists (select from organisation_people p
    where p.user_id = person and p.organisation_id = new.organisation_id);
begin
  if tg_op = 'INSERT' or old.revoked_at is null then
    perform record_event(case when new.revoked_at is null then 'certificate.issued' else 'certificate.revoked' end,
      case when is_in then new.organisation_id end, jsonb_strip_nulls(jsonb_build_object('certificateId', new.id,
        'organisationId', new.organisation_id, 'memberId', person, 'resourceId', new.resource_id)));
  end if;
  return null;
end $$;
