import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { rotateKey } from '#server/learning/badges/flows.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { oneQuestion, publishCheck, takeCheck } from '#tests/support/checks.ts';
import { insertResource } from '#tests/support/factories.ts';
import { addPath, beginPath, readText, textStep } from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

/** The verifier is a package of its own (decision 0001). */
const folder = path.resolve(import.meta.dirname, '../../../tests/badge-verifier');

/** Runs a program beside the portal, which would call itself busy if the thread waited. */
const run = promisify(execFile);

type Verified = {
  results: { log: { id: string; valid: boolean }[]; errors: string[] }[];
  fetched: string[];
};

let portal: TestPortal | undefined;
afterAll(() => portal?.close());

it('BADGE-01 BADGE-03 an independent verifier accepts each kind of badge, also after a new key, and refuses one altered character and a revoked badge', {
  tags: 'long',
}, async () => {
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', flags, { cwd: folder });
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
    const verifying = run(process.execPath, ['verify.mjs'], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    verifying.child.stdin?.end(input);
    return JSON.parse((await verifying).stdout);
  };
  const logOf = (result: Verified['results'][number] | undefined) =>
    Object.fromEntries((result?.log ?? []).map((entry) => [entry.id, entry.valid]));

  const altered = JSON.parse(text.replace('Explaining', 'explaining'));
  // Without an end, with nothing of the holder, with a check, and of a path.
  const questions = [oneQuestion('a')];
  const administrator = await portal.administrator();
  const others: unknown[] = [];
  for (const isPath of [false, true]) {
    const checked = isPath ? await addPath(administrator, [textStep('a')]) : (await insertResource(database)).id;
    await publishCheck(administrator, checked, questions);
    if (isPath) {
      await beginPath(holder, checked);
      await readText(holder, checked, 'a');
    }
    await takeCheck(holder, checked, questions);
    const [certified] = await rows(
      `insert into certificates (user_id, organisation_id, organisation_name, holder_name, resource_id, resource_title,
         content_version, completion_id, completed_at, issued_at, code)
       select $1, $2, 'Northmere Council', 'Mira Tollander', $3, 'With a check', 3, c.id, '2026-05-12', '2026-05-12',
         new_certificate_code() from completions c where c.resource_id = $3 returning id`,
      [holder.userId, organisationId, checked],
    );
    const place = `/api/user/certificates/${certified.id}/badge`;
    expect((await holder.put(place, { showName: false, proveAddress: false })).status).toBe(200);
    const made = (await holder.get(`${place}.json`)).raw.toString();
    expect([made.includes('knowledge check'), made.includes('validUntil'), made.includes('identityHash')]).toEqual([
      true,
      false,
      false,
    ]);
    others.push(JSON.parse(made));
    // The next badge, and the status lists, are signed with a new key; the earlier badges stay valid.
    await rotateKey(jobContext(database, 'test'), createSealer('the secret of a portal under test'));
  }
  const { results: kinds } = await verify(...others);
  expect(kinds.map(({ errors }) => errors)).toEqual([[], []]);
  expect(kinds.map(logOf)).toMatchObject(Array(2).fill({ valid_signature: true, revocation_status: true }));

  const { results, fetched } = await verify(badge, altered);
  expect(logOf(results[0])).toMatchObject({ valid_signature: true, expiration: true, revocation_status: true });
  expect([logOf(results[1]).valid_signature ?? false, results[1]?.errors.length]).toEqual([false, 1]);
  expect(fetched).toContain('https://portal.test/.well-known/did.json');

  await rows(`update certificates set user_id = null, holder_name = null, revoked_at = now() where id = $1`, [id]);
  const revoked = await verify(badge);
  expect(logOf(revoked.results[0])).toMatchObject({ valid_signature: true, revocation_status: false });
});
