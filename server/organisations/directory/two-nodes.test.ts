/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccessDecision } from '#contract/commerce/access.ts';
import { type DirectoryOrganisation, organisationWithDirectory, patchOf } from '#tests/support/directory.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';
import { freePort, type Started, startProcess } from '#tests/support/process.ts';
import { insertTool, tokenFor } from '#tests/support/tools.ts';

let portal: TestPortal;
let dataDir: string;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
  dataDir = await mkdtemp(path.join(tmpdir(), 'portal-directory-'));
});
afterAll(async () => {
  await portal.close();
  await rm(dataDir, { recursive: true, force: true });
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;

/** Another node of the same portal, a process of its own. */
async function startNode(): Promise<{ node: Started; origin: string }> {
  const port = await freePort();
  const node = await startProcess('server/app/main.ts', {
    ...production,
    DATA_DIR: dataDir,
    DATABASE_URL: portal.database.addresses.service,
    MIGRATION_DATABASE_URL: portal.database.addresses.owner,
    PORT: String(port),
    ROLE: 'web',
  });
  await node.printed(/Stop +Ctrl-C/);
  return { node, origin: `http://127.0.0.1:${port}` };
}

/** A learner whose session came through the organisation's connection, with a seat and the token of its tool. */
async function learnerThroughConnection(directory: DirectoryOrganisation, name: string) {
  const tool = await insertTool(portal.database, { resource: { access_type: 'purchase', price_minor: 2400 } });
  await directory.give(1, tool.resourceId);
  const person = await directory.addInside(name);
  const assigned = { kind: 'resource', resourceId: tool.resourceId, people: [person.userId] };
  await directory.owner.post(`${directory.path}/seats/assign`, assigned);
  await rows(
    `with made as (
       insert into connections (organisation_id, name, slug, state, issuer, client_id, auth_method, scopes, email_claim,
         first_name_claim, last_name_claim, vouches)
       values ($1::integer, 'Northmere account', 'nodes-' || $3::text, 'active', 'https://login.northmere.example',
         'portal', 'client_secret', 'openid', 'email', 'given_name', 'family_name', 'domains') returning id),
     linked as (
       insert into connection_identities (connection_id, user_id, issuer, subject, email)
       select id, $2, 'https://login.northmere.example', $3, 'person@northmere.example' from made)
     insert into connection_sessions (session_id, connection_id, through, subject, ends_at)
     select s.id, made.id, 'provider', $3, now() + interval '12 hours' from sign_in_sessions s, made where s.user_id = $2`,
    [directory.id, person.userId, name],
  );
  return { person, resourceId: tool.resourceId, toolToken: await tokenFor(person, tool) };
}

it.each([
  ['while the first node goes on', false],
  ['when the first node is killed right after its reply', true],
])('SCIM-03 access that one node ends is closed on the other at once, %s', async (_, isKilled) => {
  const directory = await organisationWithDirectory(portal);
  const name = isKilled ? 'ada' : 'bea';
  const { person, resourceId, toolToken } = await learnerThroughConnection(directory, name);
  const id = await directory.addUser(name);
  const opens = async () => (await person.get<AccessDecision>(`/api/resources/${resourceId}/access`)).body.hasAccess;
  const usesTool = async () => {
    const headers = { authorization: `Bearer ${toolToken}` };
    return (await portal.app.inject({ url: '/api/tool-session', headers })).statusCode;
  };
  // Reads first everything that this node could cache.
  expect([(await person.get('/api/user')).status, await opens(), await usesTool()]).toEqual([200, true, 200]);

  const { node, origin } = await startNode();
  const reply = await fetch(`${origin}${directory.scimPath}/Users/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(patchOf({ op: 'Replace', path: 'active', value: 'False' })),
  });
  if (isKilled) node.kill('SIGKILL');
  expect(reply.status).toBe(200);
  expect((await person.get('/api/user')).status).toBe(401);
  expect(await usesTool()).toBe(401);
  expect(
    await rows(
      `select (select count(*)::integer from organisation_people where user_id = $1) as places,
         (select count(*)::integer from seats where user_id = $1 and returned_at is null) as seats,
         (select count(*)::integer from connection_identities where user_id = $1) as identities,
         (select count(*)::integer from sign_in_sessions where user_id = $1 and revoked_at is null) as sessions`,
      [person.userId],
    ),
  ).toEqual([{ places: 0, seats: 0, identities: 0, sessions: 0 }]);
  expect(
    await rows('select sessions, seats, tokens from organisation_offboardings where user_id = $1', [person.userId]),
  ).toEqual([{ sessions: 1, seats: 1, tokens: 1 }]);
  node.kill('SIGKILL');
  await node.ended;
  await expectInvariants(portal.database);
});
