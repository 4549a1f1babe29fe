import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

/** The verifier is a package of its own (decision 0001). */
const folder = path.resolve(import.meta.dirname, '../../../tests/badge-verifier');

type Verified = {
  results: { log: { id: string; valid: boolean }[]; errors: string[] }[];
  fetched: string[];
};

let portal: TestPortal | undefined;
afterAll(() => portal?.close());

it('BADGE-01 BADGE-03 an independent verifier accepts a badge, and refuses one altered character and a revoked badge', {
  tags: 'long',
}, async () => {
  // Installed before the portal starts, which would call itself busy after the wait.
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', flags, { cwd: folder, stdio: 'pipe' });
  portal = await createTestPortal({ DEMO: '0', PUBLIC_URL: 'https://portal.test', TRUST_PROXY: 'none' });
  const { database, visitor } = portal;
  const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const holder = await verifiedMember(portal);
  const [{ id: organisationId }] = await rows(
    `insert into organisations (name) values ('Northmere Council') returning id`,
  );
  const { id: resourceId } = await insertResource(database);
  const [{ id }] = await rows(
    `insert into certificates (user_id, organisation_id, organisation_name, holder_name, resource_id, resource_title,
       content_version, completed_at, issued_at, expires_at, code)
     values ($1, $2, 'Northmere Council', 'Mira Tollander', $3, 'Explaining decisions', 3, '2026-05-12', '2026-05-12',
       '2090-01-01', new_certificate_code()) returning id`,
    [holder.userId, organisationId, resourceId],
  );
  const address = `/api/user/certificates/${id}/badge`;
  expect((await holder.put(address, { showName: true, proveAddress: true })).status).toBe(200);
  const text = (await holder.get(`${address}.json`)).raw.toString();
  const badge = JSON.parse(text);

  const verify = async (...badges: unknown[]): Promise<Verified> => {
    const urls = badge.credentialStatus.map((status: { statusListCredential: string }) => status.statusListCredential);
    const documents: Record<string, unknown> = {};
    for (const url of ['https://portal.test/.well-known/did.json', ...urls]) {
      documents[url] = (await visitor().get(new URL(url).pathname)).body;
    }
    const input = JSON.stringify({ badges, documents });
    return JSON.parse(execFileSync(process.execPath, ['verify.mjs'], { cwd: folder, input }).toString());
  };
  const logOf = (result: Verified['results'][number] | undefined) =>
    Object.fromEntries((result?.log ?? []).map((entry) => [entry.id, entry.valid]));

  const altered = JSON.parse(text.replace('Explaining', 'explaining'));
  const { results, fetched } = await verify(badge, altered);
  expect(logOf(results[0])).toMatchObject({ valid_signature: true, expiration: true, revocation_status: true });
  expect([logOf(results[1]).valid_signature ?? false, results[1]?.errors.length]).toEqual([false, 1]);
  expect(fetched).toContain('https://portal.test/.well-known/did.json');

  await rows(`update certificates set user_id = null, holder_name = null, revoked_at = now() where id = $1`, [id]);
  const revoked = await verify(badge);
  expect(logOf(revoked.results[0])).toMatchObject({ valid_signature: true, revocation_status: false });
});
