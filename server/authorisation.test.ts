import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './testing/client.ts';
import { createTestPortal, type TestPortal } from './testing/portal.ts';

type Row = { method: string; path: string; expect: Record<'anonymous' | 'other_member', string[]> };

const matrix: Row[] = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'testing/authz-matrix.json'), 'utf8'),
).routes;
const nameOf = ({ method, path: url }: { method: string; path: string }) =>
  `${method} ${url.replace(/\{\w+\}/g, '{}')}`;

let portal: TestPortal;
let routes: { method: string; path: string }[];
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  const { paths } = (await portal.visitor().get('/api/openapi.json')).body as { paths: Record<string, object> };
  routes = Object.entries(paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path: url })),
  );
  member = await portal.member();
});
afterAll(() => portal.close());

const rowsOfRoutes = () => {
  const known = new Set(routes.map(nameOf));
  return matrix.filter((row) => known.has(nameOf(row)));
};
const addressOf = (url: string) => url.replace(/\{\w+\}/g, '1').replace(/#.*/, '');
const call = (client: Client, row: Row, changed: Partial<InjectOptions> = {}) => {
  const url = addressOf(row.path);
  const method = row.method as 'GET';
  return client.send({ method, url, ...(method !== 'GET' && { payload: {} }), ...changed });
};
const dump = async () => {
  const tables = ['users', 'resources', 'files', 'purchases', 'payment_attempts', 'audit_log', 'mails'];
  const counts = tables.map((table) =>
    portal.database.pool.query(`select count(*), max(xmin::text::bigint) from ${table}`),
  );
  return (await Promise.all(counts)).map((result) => result.rows[0]);
};

describe('the authorisation matrix', () => {
  it('has a row for every route of the API', () => {
    const known = new Set(matrix.map(nameOf));
    expect(routes.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
    expect(routes.length).toBeGreaterThan(15);
  });

  it('PERM-01 GEN-14 answers 401 to visitors wherever it says so, however the call is spelt, and changes nothing', async () => {
    const before = await dump();
    const rows = rowsOfRoutes().filter((row) => row.expect.anonymous.join() === '401');
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect([nameOf(row), (await call(portal.visitor(), row)).status]).toEqual([nameOf(row), 401]);
      await expectNeverServed(portal.visitor(), row);
    }
    expect(await dump()).toEqual(before);
  });

  it('PERM-02 answers 403 to members on every call of administrators, and changes nothing', async () => {
    const before = await dump();
    const rows = rowsOfRoutes().filter(
      (row) => row.expect.other_member.join() === '403' && /^\/api\/(admin|users)/.test(row.path),
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const answer = await call(member, row);
      expect([nameOf(row), answer.status]).toEqual([nameOf(row), 403]);
      expect(JSON.stringify(answer.body).length).toBeLessThan(300);
      await expectNeverServed(member, row);
    }
    expect(await dump()).toEqual(before);
  });

  it('GEN-02 refuses every change that carries a foreign origin', async () => {
    const before = await dump();
    for (const row of rowsOfRoutes().filter(
      ({ method, path: url }) => method !== 'GET' && !/webhooks|tool-session/.test(url),
    )) {
      const answer = await call(member, row, { headers: { origin: 'https://evil.test' } });
      expect([nameOf(row), answer.status]).toEqual([nameOf(row), 403]);
    }
    expect(await dump()).toEqual(before);
  });
});

/** The same call in other spellings: none of them reaches what was refused. */
async function expectNeverServed(client: Client, row: Row): Promise<void> {
  const url = addressOf(row.path);
  const spellings: Partial<InjectOptions>[] = [
    { url: `${url}/` },
    {
      url: url.replace(
        /\/(\w)(\w*)$/,
        (_, first: string, rest: string) => `/%${first.charCodeAt(0).toString(16)}${rest}`,
      ),
    },
    { url: `http://portal.test${url}` },
    { headers: { 'x-http-method-override': 'GET', 'x-forwarded-for': '127.0.0.1', 'x-original-url': '/healthz' } },
  ];
  if (row.method === 'GET') spellings.push({ method: 'HEAD' });
  for (const spelling of spellings) {
    const { status } = await call(client, row, spelling);
    expect([nameOf(row), spelling, status >= 400]).toEqual([nameOf(row), spelling, true]);
  }
}
