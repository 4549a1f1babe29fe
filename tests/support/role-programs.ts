import { type KeyKind, scopesOf } from '#contract/scopes.ts';
import type { Client } from './client.ts';
import { makeKey, Program } from './keys.ts';
import type { PayingPortal } from './payments.ts';
import type { OrganisationCaller, Role, Roles } from './roles.ts';

/** The kind of key that a role has in the matrix. */
export function keyKindOf(role: Role | OrganisationCaller): KeyKind {
  if (role === 'administrator') return 'portal';
  return role === 'owner' || role === 'foreign_owner' ? 'organisation' : 'member';
}

/** Makes a program with a key for each role, and uses each key once. @returns the programs by role */
export async function makePrograms(
  portal: PayingPortal,
  people: Record<string, { member: Client & { userId: number } }>,
  values: Roles['values'],
): Promise<Map<string, Program>> {
  const [foreign] = await portal.rows('select organisation_id as id from organisation_people where user_id = $1', [
    people.foreign_owner?.member.userId,
  ]);
  const paths: Record<string, string> = {
    administrator: '/api/admin/keys',
    owner: `/api/organisations/${values['organisation.id']}/keys`,
    foreign_owner: `/api/organisations/${foreign?.id}/keys`,
  };
  const programs = new Map<string, Program>();
  for (const [role, { member }] of Object.entries(people)) {
    const kind = keyKindOf(role as Role | OrganisationCaller);
    const { token } = await makeKey(member, paths[role] ?? '/api/user/keys', scopesOf(kind));
    const program = new Program(portal.app, token);
    await program.get('/api/config');
    programs.set(role, program);
  }
  return programs;
}

/**
 * Adds keys of a member, of the portal, and of an organisation that the key's creator has left; returns their ids as
 * the matrix's values.
 */
export async function keyValues(portal: PayingPortal, values: Roles['values']): Promise<Roles['values']> {
  const insert = `insert into api_keys (kind, user_id, organisation_id, name, token_hash, token_start, scopes, expires_at, left_at)
     values ($1, $2, $3, 'A key', sha256($1::text::bytea), 'abcdefgh', $4, now() + interval '1 day', $5) returning id`;
  const user = values['user.scratch.id'];
  const [own] = await portal.rows(insert, ['member', user, null, ['catalogue:read'], null]);
  const [ofPortal] = await portal.rows(insert, ['portal', values['administrator.id'], null, ['catalogue:read'], null]);
  const organisation = values['organisation.id'];
  const [left] = await portal.rows(insert, ['organisation', user, organisation, ['organisation:read'], new Date()]);
  return {
    'user.scratch.key.id': Number(own?.id),
    'portal.key.id': Number(ofPortal?.id),
    'organisation.key.id': Number(left?.id),
  };
}

/** Adds an assistant that a member outside the roles has connected; returns its id as the matrix's value. */
export async function assistantValues(portal: PayingPortal, values: Roles['values']): Promise<Roles['values']> {
  const [client] = await portal.rows(
    `insert into assistant_clients (client_id, name, redirect_uris) values ('matrix', 'Notes', '{https://notes.example/}')
     returning id`,
    [],
  );
  await portal.rows(
    `insert into assistant_grants (user_id, client_id, scopes, resource, code_hash, code_challenge, redirect_uri,
       code_expires_at, exchanged_at)
     values ($1, $2, '{catalogue:read}', 'x', 'x', 'x', 'https://notes.example/', now(), now())`,
    [values['user.scratch.id'], client?.id],
  );
  return { 'assistant.id': Number(client?.id) };
}

/** Adds a webhook with one delivery; returns their ids. Nothing calls its public URL, because no job runs. */
export async function insertWebhook(portal: PayingPortal, organisationId: number | null, prefix: string) {
  const [webhook] = await portal.rows(
    `insert into webhooks (organisation_id, url, types, sealed_secret)
     values ($1, 'https://93.184.216.34/', '{round.closed}', 'sealed') returning id`,
    [organisationId],
  );
  const [delivery] = await portal.rows(
    `with event as (insert into events (type, data, spread_at) values ('endpoint.test', '{}', now()) returning id)
     insert into webhook_deliveries (webhook_id, event_id) select $1, id from event returning id`,
    [webhook?.id],
  );
  return { [`${prefix}webhook.id`]: Number(webhook?.id), [`${prefix}delivery.id`]: Number(delivery?.id) };
}
