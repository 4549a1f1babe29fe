import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDenied, isExpected, type MatrixRow, readMatrix, requestOf, routeName } from '#tests/support/matrix.ts';
import {
  createRoles,
  type OrganisationCaller,
  organisationCallers,
  type Role,
  type Roles,
  roles,
} from '#tests/support/roles.ts';

const matrix = readMatrix();

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

/** Rows of calls that exist by now; pages have rows, too. */
const rowsOfRoutes = () => {
  const known = new Set(routes.map(routeName));
  return matrix.filter((row) => known.has(routeName(row)) || !row.path.startsWith('/api/'));
};
const mailsSent = () => world.portal.sentMails.length;

/** Reads that may write: openings of tools and files, sums that are brought up to date (0017), audited downloads. */
const writingReads =
  /direct-access|\/download$|\/api\/files\/|\/api\/resources\/\{id\}$|auth\/google|analytics|overview|evidence|(users|subscriptions|audit-log|accounts|assignments)\/csv$/;

/** Keys that hold a secret. The named exceptions are answers to a call for just that, or only say whether there is one. */
const secretKeys = /"(\w*(password|hash|secret|token|stripeCustomerId)\w*)":(?!\d)/gi;
const knownKeys = new Set([
  'hasPassword',
  'passwordMin',
  'stripeCustomerId',
  'clientSecret',
  'secret',
  'token',
  'hasSecret',
  'secretSavedAt',
  'secretEndsOn',
]);

/** What an open answer reveals to a caller who is not an administrator and must not see it. */
function leaksIn(text: string, role: Caller): string[] {
  if (role === 'administrator' || text.startsWith('%PDF')) return [];
  const others = roles.filter((one) => one !== role && one !== 'anonymous').map((one) => world.values[`${one}.email`]);
  const keys = [...text.matchAll(secretKeys)].map(([, key = '']) => key).filter((key) => !knownKeys.has(key));
  return [...others.filter((email) => text.includes(String(email))), ...keys].map(String);
}

type Caller = Role | OrganisationCaller;

/** Whether the call must leave every table as it is: a refused one, and a read but for those that may write. */
const mustChangeNothing = (row: MatrixRow, role: Caller) =>
  isDenied(row.expect[role] ?? []) || (row.method === 'GET' && !writingReads.test(row.path));

/**
 * Makes the calls. Returns what is wrong with their answers or with what they changed; empty when all is well. Comparing
 * all tables takes most of the time, so calls that must change nothing are compared together, and one by one only when
 * something has changed.
 */
async function judgeAll(rows: readonly MatrixRow[], role: Caller): Promise<string[]> {
  const wrongs: string[] = [];
  const quiet = rows.filter((row) => mustChangeNothing(row, role));
  for (const row of quiet) wrongs.push(...(await judgeAnswer(row, role)));
  if ((await world.snapshot.restore()).length > 0) for (const row of quiet) wrongs.push(...(await judge(row, role)));
  for (const row of rows.filter((one) => !quiet.includes(one))) wrongs.push(...(await judge(row, role)));
  return wrongs;
}

/** Makes the call, says what is wrong with its answer or with what it changed, and takes the change back. */
async function judge(row: MatrixRow, role: Caller): Promise<string[]> {
  const wrongs = await judgeAnswer(row, role);
  const changed = await world.snapshot.restore();
  if (changed.length === 0 || !mustChangeNothing(row, role)) return wrongs;
  return [...wrongs, `${row.method} ${row.path} as ${role}: changed ${changed.join(', ')}`];
}

/** Makes the call and says what is wrong with its answer. */
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

  it('GEN-14 treats callers as visitors when their session was signed out or expired, their account deleted or their password changed', async () => {
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
      ({ method, path: url }) => method !== 'GET' && !/webhooks|tool-session|sso.*(start|logout)$/.test(url),
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
