-- When an administrator made or confirmed an organisation (ORG-11). Those to which an administrator gave seats or credit,
-- or which one made, are confirmed by it. The version before confirms none.
alter table organisations add column confirmed_at timestamptz;
update organisations o set confirmed_at = now() where o.closed_at is null and (
  o.credit_limit_minor > 0
  or exists (select from seat_lots l where l.organisation_id = o.id and l.given_by is not null)
  or exists (select from audit_log a where a.object = 'organisation' and a.action = 'create' and a.object_id = o.id::text
    and a.actor_user_id is distinct from a.member_user_id));

-- Whether organisations that nobody confirmed, without a proven domain, may mail invitations (ORG-11).
alter table portal_settings add column unknown_organisations_invite boolean not null default true;
