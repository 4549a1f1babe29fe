import type { TestPortal } from './portal.ts';

/** Makes a connection that is required for the addresses of this domain. @returns its id */
export async function requireSignIn(
  portal: TestPortal,
  { organisationId, domain }: { organisationId: number; domain: string },
): Promise<string> {
  const query = async (text: string, values: unknown[]) => (await portal.database.pool.query(text, values)).rows[0];
  const { id: domainId } = await query(
    `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at)
     values ($1, $2, repeat('s', 43), now()) returning id`,
    [organisationId, domain],
  );
  const { id } = await query(
    `insert into connections (organisation_id, name, slug, state, issuer, client_id, auth_method, scopes, email_claim,
       first_name_claim, last_name_claim, vouches)
     values ($1, 'Required', 'required-' || $1::integer, 'enforced', 'https://id.required.example', 'portal', 'client_secret',
       'openid', 'email', 'given_name', 'family_name', 'domains') returning id`,
    [organisationId],
  );
  await query('insert into connection_domains (domain_id, connection_id, domain) values ($1, $2, $3)', [
    domainId,
    id,
    domain,
  ]);
  return id;
}
