import { TOTP } from 'otpauth';
import type { Client } from './client.ts';
import type { PayingPortal } from './payments.ts';

/** Adds a connection of an organisation, and one of the portal that was offered before; returns the matrix's values. */
export async function insertConnections(portal: PayingPortal, organisationId: number): Promise<Record<string, string>> {
  const [own, ofPortal] = await portal.rows(
    `insert into connections (organisation_id, name, slug, state, issuer, client_id, auth_method, scopes, email_claim,
       first_name_claim, last_name_claim, vouches, activated_at)
     values
       ($1, 'Staff', 'staff-login', 'draft', 'https://login.harbour.example', 'portal', 'private_key_jwt', 'openid',
         'email', 'given_name', 'family_name', 'domains', null),
       (null, 'Everyone', 'everyone', 'tested', 'https://login.everyone.example', 'portal', 'private_key_jwt', 'openid',
         'email', 'given_name', 'family_name', 'verified', now())
     returning id`,
    [organisationId],
  );
  return { 'organisation.connection.id': String(own?.id), 'portal.connection.id': String(ofPortal?.id) };
}

/**
 * Adds a company whose owner signed in through its connection, and makes that sign-in required; the owner keeps
 * password and second factor for emergencies.
 * @returns a person of the company who had signed in with a password before
 */
export async function requireOfPerson(portal: PayingPortal): Promise<Client> {
  const [owner, person] = [await portal.member(), await portal.member()];
  const { body: organisation } = await owner.post<{ id: number }>('/api/organisations', { name: 'Fairbourne Housing' });
  const { secret } = (await owner.post<{ secret: string }>('/api/user/two-factor/setup')).body;
  await owner.post('/api/user/two-factor/enable', { code: TOTP.generate({ secret: new TOTP({ secret }).secret }) });
  await portal.rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`, [
    person.userId,
    organisation.id,
  ]);
  await portal.rows(`update users set email = 'person' || id || '@fairbourne.example' where id = any($1)`, [
    [owner.userId, person.userId],
  ]);
  const [connection] = await portal.rows(
    `with domain as (
       insert into organisation_domains (organisation_id, domain, dns_secret, proven_at, dns_proven_at)
       values ($1, 'fairbourne.example', repeat('s', 43), now(), now()) returning id),
     made as (
       insert into connections (organisation_id, name, slug, state, issuer, client_id, auth_method, scopes, email_claim,
         first_name_claim, last_name_claim, vouches, activated_at)
       values ($1, 'Fairbourne', 'fairbourne', 'active', 'https://login.fairbourne.example', 'portal',
         'private_key_jwt', 'openid', 'email', 'given_name', 'family_name', 'domains', now()) returning id),
     led as (
       insert into connection_domains (domain_id, connection_id, domain)
       select domain.id, made.id, 'fairbourne.example' from domain, made),
     come as (
       insert into connection_sessions (session_id, connection_id, through, subject, ends_at)
       select s.id, made.id, 'provider', 'owner', now() + interval '12 hours'
       from sign_in_sessions s, made where s.user_id = $2 and s.revoked_at is null)
     select id from made`,
    [organisation.id, owner.userId],
  );
  const path = `/api/organisations/${organisation.id}/connections/${connection?.id}/enforce`;
  const required = await owner.post(path, { emergencyOwnerIds: [owner.userId] });
  if (required.status !== 200) throw new Error(`A fixture was refused: ${JSON.stringify(required.body)}`);
  return person;
}
