import { createHash } from 'node:crypto';
import { newToken } from '#server/platform/security/tokens.ts';
import { BearerClient, type Client } from './client.ts';
import type { PayingPortal } from './payments.ts';

/** The program of the organisation's directory, and that of another organisation (SCIM-01). */
export type RoleDirectories = { own: Client; foreign: Client };

/**
 * Adds a directory token to the roles' organisation and to Harbour Trust, and a person whom the first directory has
 * sent; adds the ids of the first token and the person to `values`. Proves each proven domain by its DNS record too.
 */
export async function addDirectories(
  portal: PayingPortal,
  values: Record<string, string | number>,
): Promise<RoleDirectories> {
  const add = async (organisationId: unknown) => {
    const token = newToken('s');
    const [row] = await portal.rows(
      `insert into organisation_directory_tokens (organisation_id, name, token_start, token_hash, last_used_at)
       values ($1, 'Directory', $2, $3, now() + interval '1 day') returning id`,
      [organisationId, token.slice(7, 15), createHash('sha256').update(token).digest()],
    );
    return { id: Number(row?.id), client: new BearerClient(portal.app, token) };
  };
  const [foreign] = await portal.rows(`select id from organisations where name = 'Harbour Trust'`);
  await portal.rows('update organisation_domains set dns_proven_at = proven_at');
  const [own, other] = [await add(values['organisation.id']), await add(foreign?.id)];
  const [person] = await portal.rows(
    `insert into organisation_directory_people (organisation_id, user_name, email, profile, is_active)
     values ($1, 'directory.person', 'directory.person@northmere.example', '{"emails": []}', true) returning id`,
    [values['organisation.id']],
  );
  values['directory.token.id'] = own.id;
  values['directory.person.id'] = String(person?.id);
  return { own: own.client, foreign: other.client };
}
