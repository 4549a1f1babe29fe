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
