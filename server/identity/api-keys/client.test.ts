import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertResource } from '#tests/support/factories.ts';
import { makeKey } from '#tests/support/keys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { ApiError, createClient, pagesOf } from '../../../packages/client/client.ts';
import { clientCallsOf, type Description } from '../../../scripts/client-calls.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let portal: TestPortal;
let portalUrl: string;
beforeAll(async () => {
  portal = await createTestPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  portalUrl = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

it('APIKEY-07 the calls of packages/client are those of the description of the API', async () => {
  const { body } = await portal.visitor().get<Description>('/api/openapi.json');
  await expect(clientCallsOf(body)).toMatchFileSnapshot(path.join(root, 'packages/client/calls.ts'));
});

it('APIKEY-07 a script reads, writes, is limited by its scopes, and stops when its key is revoked', async () => {
  const member = await portal.member();
  const resource = await insertResource(portal.database, { title: 'A guide to fairness' });
  const { key, token } = await makeKey(member, '/api/user/keys', ['catalogue:read', 'progress:write']);
  const client = createClient({ portalUrl, key: token });
  const [found] = await client.listResources({ query: { search: 'guide to fairness', page: 1 } });
  expect(found).toMatchObject({ id: resource.id, title: 'A guide to fairness' });
  await client.addSaved({ params: { id: resource.id } });
  const rejected = await client.listSaved().catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(ApiError);
  expect(rejected).toMatchObject({ status: 403, code: 'keys.scope-missing', retryAfterSeconds: null });
  await member.put(`/api/user/keys/${key.id}`, { name: 'Wider', scopes: ['catalogue:read', 'library:read'] });
  expect((await client.listSaved()).map(({ id }) => id)).toEqual([resource.id]);
  const pages = [];
  let updatedSince = '';
  for await (const { items, syncedUntil } of pagesOf((query) => client.listChangedResources({ query }), { limit: 1 })) {
    updatedSince ||= syncedUntil;
    pages.push(items.map(({ title }) => title));
  }
  expect(pages.flat()).toContain('A guide to fairness');
  await portal.database.db.kysely.updateTable('resources').set({ is_published: false }).execute();
  const withdrawnIds = [];
  for await (const { withdrawn } of pagesOf((query) => client.listChangedResources({ query }), { updatedSince })) {
    withdrawnIds.push(...withdrawn.map(({ id }) => id));
  }
  expect(withdrawnIds).toContain(resource.id);
  expect((await member.delete(`/api/user/keys/${key.id}`)).status).toBe(200);
  await expect(client.listSaved()).rejects.toMatchObject({ status: 401, code: 'keys.refused' });
  await expect(createClient({ portalUrl: 'http://127.0.0.1:9', key: token }).listSaved()).rejects.toThrow();
});

it('APIKEY-07 a file of another site is read without the key, and the catalogue as a file', async () => {
  const link = 'https://files.example/guide.pdf';
  const { id } = await insertResource(portal.database, { type: 'downloadable_template', file_link: link });
  const member = await portal.member();
  const { token } = await makeKey(member, '/api/user/keys', ['catalogue:read']);
  const elsewhere: (RequestInit | undefined)[] = [];
  const ask: typeof fetch = async (address, options) => {
    if (String(address) !== link) return fetch(address, options);
    elsewhere.push(options);
    return elsewhere.length === 1 ? new Response('a guide') : new Response('gone', { status: 404 });
  };
  const client = createClient({ portalUrl, key: token, fetch: ask });
  const file = await client.downloadResource({ params: { id } });
  expect(await file.text()).toBe('a guide');
  expect(elsewhere).toEqual([{}]);
  await expect(client.downloadResource({ params: { id } })).rejects.toMatchObject({ name: 'ApiError', status: 404 });
  const ofAdministrator = await makeKey(await portal.administrator(), '/api/admin/keys', ['admin:catalogue']);
  const catalogue = await createClient({ portalUrl, key: ofAdministrator.token }).exportCatalogue();
  expect(await catalogue.text()).toContain('title');
});

it('APIKEY-07 the example for integrators writes what an organisation’s people completed', async () => {
  const page = readFileSync(path.join(root, 'docs/integrators.md'), 'utf8');
  const example = /```ts\n(.+?)```/s.exec(page)?.[1] ?? '';
  const administrator = await portal.administrator();
  const member = await portal.member({ firstName: '=Zoë', lastName: 'Sample, "Zed"' });
  const { id } = await insertResource(portal.database, { title: 'Human oversight' });
  await portal.database.pool.query(
    'insert into completions (user_id, resource_id, content_version) values ($1, $2, 1)',
    [member.userId, id],
  );
  const { token } = await makeKey(administrator, '/api/admin/keys', ['completions:read']);
  const env = { ...process.env, RAPP_URL: portalUrl, RAPP_KEY: token };
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', example];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env });
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe('name,email,resource,completed');
  expect(lines.filter((line) => line.includes('Human oversight'))).toEqual([
    expect.stringMatching(/^"'=Zoë Sample, ""Zed""","member-\d+-\d+@example\.org","Human oversight",\d{4}-\d\d-\d\d$/),
  ]);
});
