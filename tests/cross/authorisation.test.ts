import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopesOf } from '#contract/scopes.ts';
import { endpointFiles } from '#server/app/endpoints.ts';
import { isWithinReach } from '#server/identity/api-keys/rules.ts';
import { toolsOf } from '#server/operations/mcp/rules.ts';
import { isEndpoint } from '#server/platform/http/openapi.ts';
import type { Client } from '#tests/support/client.ts';
import { isDenied, isExpected, type MatrixRow, readMatrix, requestOf, routeName } from '#tests/support/matrix.ts';
import { keyKindOf } from '#tests/support/role-programs.ts';
import {
  createRoles,
  type OrganisationCaller,
  organisationCallers,
  type Role,
  type Roles,
  roles,
} from '#tests/support/roles.ts';

const matrix = readMatrix();

/** The endpoints by the names of their rows. */
const endpoints = new Map(
  Object.values(endpointFiles)
    .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
    .map((endpoint) => [routeName({ ...endpoint, path: endpoint.path.replace(/:(\w+)/g, '{$1}') }), endpoint]),
);

let world: Roles;
let webFolder: string;
let routes: { method: string; path: string }[];
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-page-'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>Portal</title>');
  world = await createRoles({ webFolder });
  const { paths } = (await world.portal.visitor().get('/api/openapi.json')).body as { paths: Record<string, object> };
  routes = Object.entries(paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: url })),
  );
});
afterAll(async () => {
  await world.close();
  await rm(webFolder, { recursive: true, force: true });
});

/** Returns the rows of the API's calls that exist, and all rows outside the API. */
const rowsOfRoutes = () => {
  const known = new Set(routes.map(routeName));
  return matrix.filter((row) => known.has(routeName(row)) || !row.path.startsWith('/api/'));
};
const mailsSent = () => world.portal.sentMails.length;

/** Reads that may write: openings of tools and files, totals that are updated (0017), audited downloads. */
const writingReads =
  /direct-access|\/download$|\/api\/files\/|\/api\/resources\/\{id\}$|auth\/google|analytics|overview|evidence|catalogue-export|check\/export|(users|subscriptions|audit-log|accounts|assignments|ended|promo-codes|resources)\/csv$/;

/**
 * Keys that hold a secret. The named exceptions are responses to a call for exactly that, or only say whether there is
 * one.
 */
const secretKeys = /"(\w*(password|hash|secret|token|stripeCustomerId)\w*)":(?!\d)/gi;
const knownKeys = new Set([
  'hasPassword',
  'passwordMin',
  'stripeCustomerId',
  'clientSecret',
  'secret',
  'token',
  // The list of a directory's tokens, without their secrets.
  'tokens',
  'hasSecret',
  'secretSavedAt',
  'secretEndsOn',
  'secretRotatedAt',
]);

/** Returns secrets in a successful response to a caller who is not an administrator and must not see them. */
function leaksIn(text: string, role: Caller): string[] {
  if (role === 'administrator' || text.startsWith('%PDF')) return [];
  const others = roles.filter((one) => one !== role && one !== 'anonymous').map((one) => world.values[`${one}.email`]);
  const keys = [...text.matchAll(secretKeys)].map(([, key = '']) => key).filter((key) => !knownKeys.has(key));
  return [...others.filter((email) => text.includes(String(email))), ...keys].map(String);
}

type Caller = Role | OrganisationCaller;

/** Whether the call must leave every table unchanged: a rejected call, and a read except for those that may write. */
const mustChangeNothing = (row: MatrixRow, role: Caller) =>
  isDenied(row.expect[role] ?? []) || (row.method === 'GET' && !writingReads.test(row.path));

/**
 * Makes the calls. Returns the problems of their responses or changes; empty when there are none. Comparing all tables
 * takes most of the time, so calls that must change nothing are compared together, and one by one only when something
 * has changed.
 */
async function judgeAll(rows: readonly MatrixRow[], role: Caller): Promise<string[]> {
  const wrongs: string[] = [];
  const quiet = rows.filter((row) => mustChangeNothing(row, role));
  for (const row of quiet) wrongs.push(...(await judgeAnswer(row, role)));
  if ((await world.snapshot.restore()).length > 0) for (const row of quiet) wrongs.push(...(await judge(row, role)));
  for (const row of rows.filter((one) => !quiet.includes(one))) wrongs.push(...(await judge(row, role)));
  return wrongs;
}

/** Makes the call, returns the problems of its response or changes, and undoes the changes. */
async function judge(row: MatrixRow, role: Caller): Promise<string[]> {
  const wrongs = await judgeAnswer(row, role);
  const changed = await world.snapshot.restore();
  if (changed.length === 0 || !mustChangeNothing(row, role)) return wrongs;
  return [...wrongs, `${row.method} ${row.path} as ${role}: changed ${changed.join(', ')}`];
}

/** Makes the call and returns the problems of its response. */
async function judgeAnswer(row: MatrixRow, role: Caller): Promise<string[]> {
  const cell = row.expect[role] ?? [];
  const answer = await world.clientOf(role).send(await requestOf(row, role, world));
  const said = answer.raw.toString().slice(0, 200);
  const wrongs: string[] = [];
  if (!isExpected(cell, answer.status)) wrongs.push(`answered ${answer.status}, not ${cell.join(' or ')}: ${said}`);
  if (isDenied(cell) && answer.raw.length > 200) wrongs.push(`said too much: ${said}`);
  if (answer.status === 429 || answer.status >= 500) wrongs.push(`answered ${answer.status}: ${said}`);
  const isDescription = row.path === '/api/openapi.json';
  const leaks = answer.status < 300 && !isDescription ? leaksIn(answer.raw.toString(), role) : [];
  if (leaks.length > 0) wrongs.push(`revealed ${leaks.join(', ')}`);
  return wrongs.map((wrong) => `${row.method} ${row.path} as ${role}: ${wrong}`);
}

describe('the authorisation matrix', () => {
  it('the authorisation matrix has a row for every route of the API, and every row names every role', () => {
    const known = new Set(matrix.map(routeName));
    expect(routes.map(routeName).filter((name) => !known.has(name))).toEqual([]);
    expect(matrix.filter((row) => !roles.every((role) => row.expect[role]?.length > 0))).toEqual([]);
    expect(routes.length).toBeGreaterThan(15);
  });

  it.each(roles)(
    'PERM-01 PERM-02 GEN-14 answers %s as every row says; a refused call changes nothing, a read writes nothing',
    async (role) => {
      const mails = mailsSent();
      expect(await judgeAll(rowsOfRoutes(), role)).toEqual([]);
      expect(mailsSent()).toBe(mails);
    },
    120_000,
  );

  it.each(organisationCallers)(
    'ORG-08 answers %s in every row about organisations as it says; outsiders cannot tell a foreign one from an unknown one',
    async (caller) => {
      const rows = rowsOfRoutes().filter(({ path: url }) => /organisation|invitations|assignments/.test(url));
      expect(rows.length).toBeGreaterThan(10);
      const wrongs = await judgeAll(rows, caller);
      for (const row of rows) {
        if (!row.expect[caller]) wrongs.push(`${routeName(row)} does not name ${caller}`);
        if (!row.params?.id || row.expect[caller]?.[0] !== '404') continue;
        const asForeign = await world.clientOf(caller).send(await requestOf(row, caller, world));
        const unknown = { ...row, params: { ...row.params, id: '2147483647' } };
        const asUnknown = await world.clientOf(caller).send(await requestOf(unknown, caller, world));
        if (asForeign.raw.toString() !== asUnknown.raw.toString())
          wrongs.push(`${routeName(row)} shows ${caller} more`);
      }
      expect(wrongs).toEqual([]);
    },
    120_000,
  );

  it.each([...roles.filter((role) => role !== 'anonymous'), ...organisationCallers])(
    'APIKEY-03 APIKEY-05 answers the key of %s as its owner where its scopes reach, and refuses it everywhere else',
    async (caller) => {
      const program = world.programOf(caller);
      const kind = keyKindOf(caller);
      const mine = new Set<string>(scopesOf(kind));
      const wrongs: string[] = [];
      let opened = 0;
      for (const row of rowsOfRoutes()) {
        const endpoint = endpoints.get(routeName(row));
        const asOwner = row.expect[caller];
        if (!program || !endpoint || endpoint.proof || !asOwner) continue;
        const mayCall = mine.has(endpoint.scope) && isWithinReach(kind, endpoint);
        const cell = mayCall ? asOwner : ['403'];
        const answer = await program.send(await requestOf(row, caller, world));
        const said = `${routeName(row)} answered ${answer.status}, not ${cell.join(' or ')}: ${answer.raw.toString().slice(0, 200)}`;
        if (!isExpected(cell, answer.status)) wrongs.push(said);
        const isKeyRejection = /^keys\.(not-by-key|scope-missing)$/.test(String(answer.body?.code));
        if (!mayCall && !isKeyRejection) wrongs.push(said);
        const changed = await world.snapshot.restore();
        if (changed.length > 0 && (!mayCall || mustChangeNothing(row, caller)))
          wrongs.push(`${said}: changed ${changed}`);
        if (mayCall) opened += 1;
      }
      expect(wrongs).toEqual([]);
      expect(opened).toBeGreaterThan(0);
    },
    120_000,
  );
  it.each([...roles.filter((role) => role !== 'anonymous'), ...organisationCallers])(
    'MCP-01 APIKEY-05 shows the key of %s at /mcp the tools of its kind alone',
    async (caller) => {
      const program = world.programOf(caller);
      const row = matrix.find(({ path: url }) => url === '/mcp');
      if (!program || !row) return;
      const { status, raw } = await program.send(await requestOf(row, caller, world));
      expect(status).toBe(200);
      const listed = [...raw.toString().matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name);
      expect(listed).toEqual(toolsOf(scopesOf(keyKindOf(caller))));
      await world.snapshot.restore();
    },
  );

  it("SCIM-01 PERM-01 answers the token of a directory in every row about its own organisation's SCIM; everywhere else it is a visitor", async () => {
    const { own, foreign } = world.directories;
    const rows = matrix.filter((row) => row.expect.directory || row.expect.anonymous.join() === '401');
    const before = await world.snapshot.fingerprint();
    const wrongs: string[] = [];
    const call = async (client: Client, row: MatrixRow, cell: readonly string[]) => {
      const { status } = await client.send(await requestOf(row, 'directory', world));
      if (!isExpected(cell, status)) wrongs.push(`${routeName(row)}: ${status}, not ${cell.join(' or ')}`);
    };
    for (const row of rows) await call(foreign, row, ['401']);
    for (const row of rows.filter(({ expect: { directory } }) => !directory)) await call(own, row, ['401']);
    expect(await world.snapshot.fingerprint()).toEqual(before);
    for (const row of rows.filter(({ expect: { directory } }) => directory))
      await call(own, row, row.expect.directory ?? []);
    await world.snapshot.restore();
    expect(wrongs).toEqual([]);
  });

  it('GEN-14 SSO-10 treats callers as visitors when their session was signed out or expired, their account deleted, their password changed or their company’s sign-in required', async () => {
    const before = await world.snapshot.fingerprint();
    for (const [name, client] of Object.entries(world.deadClients)) {
      for (const row of rowsOfRoutes().filter(({ expect: { anonymous } }) => anonymous.join() === '401')) {
        const { status } = await client.send(await requestOf(row, 'anonymous', world));
        expect([routeName(row), name, status]).toEqual([routeName(row), name, 401]);
      }
    }
    expect(await world.snapshot.fingerprint()).toEqual(before);
  });

  it('GEN-02 refuses every change with a foreign origin or from another site', async () => {
    const before = await world.snapshot.fingerprint();
    const rows = rowsOfRoutes().filter(
      ({ method, path: url }) =>
        method !== 'GET' && !/^\/api\/webhooks\/|tool-session|^\/scim\/|sso.*(start|logout)$/.test(url),
    );
    for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
      for (const row of rows) {
        const request = await requestOf(row, 'administrator', world);
        const foreign = { ...request, headers: { ...request.headers, ...headers } };
        const { status } = await world.clientOf('administrator').send(foreign);
        expect([routeName(row), headers, status]).toEqual([routeName(row), headers, 403]);
      }
    }
    expect(await world.snapshot.fingerprint()).toEqual(before);
  });
});
