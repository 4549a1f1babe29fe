import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#tests/support/client.ts';
import { readMatrix, requestOf } from '#tests/support/matrix.ts';
import { createTestPortal } from '#tests/support/portal.ts';
import { createRoles, type Roles } from '#tests/support/roles.ts';

let world: Roles;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-page-'));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(path.join(webFolder, 'index.html'), '<!doctype html><title>Portal</title>');
  await writeFile(path.join(webFolder, 'assets', 'app-1a2b.js'), 'export {};');
  world = await createRoles({ webFolder });
});
afterAll(async () => {
  await world.close();
  await rm(webFolder, { recursive: true, force: true });
});

/** Paths beside the matrix: unknown paths, broken requests, static files and the pages outside the app. */
const others = [
  ...['/api/nothing', '/api/users/%zz', `/api/users/${'1'.repeat(300)}`, '/no-such-page', '/assets/none.js'],
  ...['/assets/app-1a2b.js', '/api/docs/', '/api/docs/static/index.html', '/sandbox/payments/v3/stripe.js'],
  ...['/media/00000000-0000-0000-0000-000000000000', '/sandbox/payments/nothing', '/dev/nothing', '/healthz'],
];

/** Returns missing and surplus headers of a response. */
function faultsOf(call: string, { status, headers }: Answer): string[] {
  const policy = String(headers['content-security-policy']);
  // Reading calls for visitors are the same for everyone, and other sites may show those of the public catalogue
  // (FRONT-10).
  const isPublic = call.startsWith('GET /api/public/') && status === 200;
  const isForOtherSites = isPublic && !/ \/api\/public\/(assessment|certificates)/.test(call);
  const isFile = /^sandbox|; sandbox|default-src 'none'/.test(policy);
  const wants: [string, boolean][] = [
    ['no policy of content', headers['content-security-policy'] !== undefined],
    [`a policy with unsafe parts: ${policy}`, !/unsafe-(inline|eval)/.test(policy)],
    [`a policy that lets frames in: ${policy}`, isFile || policy.includes("frame-ancestors 'none'")],
    [`a policy with objects or bases: ${policy}`, isFile || /object-src 'none'.*base-uri 'none'/.test(policy)],
    ['types that may be guessed', headers['x-content-type-options'] === 'nosniff'],
    [
      'no word on referrers',
      /^(strict-origin-when-cross-origin|no-referrer)$/.test(String(headers['referrer-policy'])),
    ],
    ['leave for other sites', (headers['access-control-allow-origin'] === undefined) !== isForOtherSites],
    ['a promise of https on http', headers['strict-transport-security'] === undefined],
    ['a server that names itself', headers['x-powered-by'] === undefined && headers.server === undefined],
    [
      `something kept by others: ${headers['cache-control']}`,
      !call.includes(' /api/') || isPublic || /no-store|no-cache|private/.test(String(headers['cache-control'])),
    ],
  ];
  return wants.filter(([, isMet]) => !isMet).map(([what]) => `${call} (${status}): ${what}`);
}

describe('the headers of every answer', () => {
  it('GEN-14 every answer forbids inline scripts, frames, type guessing and foreign readers: routes, refusals, pages, files', async () => {
    const faults: string[] = [];
    const rows = readMatrix();
    for (const role of ['anonymous', 'administrator'] as const) {
      // An administrator makes only reading calls, so that the rest finds everything unchanged.
      for (const row of rows.filter(({ method }) => role === 'anonymous' || method === 'GET')) {
        const request = await requestOf(row, role, world);
        const headers = { ...request.headers, ...(row.method === 'GET' && { origin: 'https://evil.test' }) };
        faults.push(...faultsOf(`${row.method} ${row.path}`, await world.clientOf(role).send({ ...request, headers })));
      }
      for (const url of others) faults.push(...faultsOf(`GET ${url}`, await world.clientOf(role).get(url)));
    }
    expect(faults).toEqual([]);
  });

  it('the headers of a file make browsers save it, not show it, whatever its type', async () => {
    const file = await world.clientOf('administrator').get(`/api/files/${world.values['file.id']}`);
    expect(file.status).toBe(200);
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment; /);
    expect(String(file.headers['content-security-policy'])).toContain('sandbox');
    expect(file.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('TOOL-17 RESET-06 pages whose address holds a secret send no referrer at all', async () => {
    for (const url of [
      '/reset-password?token=x',
      '/verify-email?token=x',
      '/tools/access?token=x',
      '/payment-success?payment_intent=pi_1',
    ]) {
      const { headers } = await world.portal.visitor().get(url);
      expect([url, headers['referrer-policy']]).toEqual([url, 'no-referrer']);
    }
  });

  it('a portal on https requires https for a year, and its cookies are sent over https only', async () => {
    const portal = await createTestPortal({ PUBLIC_URL: 'https://portal.test' });
    const { headers } = await portal.visitor().get('/api/config');
    const form = { email: 'secure@example.org', password: 'portal-demo', firstName: 'S', lastName: 'E' };
    const registered = await portal.visitor().post('/api/register', form);
    await portal.close();
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const cookies = [registered.headers['set-cookie']].flat().map(String);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-\w+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    }
  });
});
