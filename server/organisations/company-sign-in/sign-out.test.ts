import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

const password = 'portal-demo';

let counterpart: Counterpart;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  counterpart = await startCounterpart({ signOutNeedsToken: true });
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
  company = await connectedCompany(portal, counterpart);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const come = (browser: Client, name: string, claims: Record<string, unknown> = {}) =>
  counterpart.come(browser, company.connectionId, company.person(name, claims));
const tokensOf = (table: 'connection_sessions' | 'connection_pending') =>
  rows(`select sealed_id_token from ${table} where sealed_id_token is not null`);

/** Signs out, and returns the provider's page with what it answers. */
async function leave(browser: Client) {
  const { body } = await browser.post('/api/logout');
  const address = new URL(String(body.providerAddress));
  const answer = await fetch(address, { redirect: 'manual' });
  return { status: answer.status, hint: address.searchParams.get('id_token_hint'), page: await answer.text() };
}

it('SSO-12 signing out leads to a provider that requires the identity token with the one of that session', async () => {
  const [ada, ben] = [portal.visitor(), portal.visitor()];
  await come(ada, 'ada');
  await come(ben, 'ben');
  const left = await leave(ada);
  expect(left.status, left.page).toBe(200);
  expect(decodeJwt(left.hint ?? '')).toMatchObject({ aud: counterpart.clientId, sub: company.person('ada').sub });
  expect(decodeJwt((await leave(ben)).hint ?? '').sub).toBe(company.person('ben').sub);
});

it('SSO-12 the identity token is kept through a proof of the account and a changed password', async () => {
  const member = await portal.member();
  await rows('update users set email = $2, email_verified_at = now() where id = $1', [
    member.userId,
    `cara@${company.domain}`,
  ]);
  const browser = portal.visitor();
  expect((await come(browser, 'cara')).headers.location).toBe('/auth?view=link');
  expect((await browser.post('/api/sso/pending/password', { password })).status).toBe(200);
  const newPassword = 'another-password-7';
  const changed = { currentPassword: password, newPassword, confirmPassword: newPassword };
  expect((await browser.post('/api/user/change-password', changed)).status).toBe(200);
  expect(await leave(browser)).toMatchObject({ status: 200, hint: expect.stringContaining('.') });
});

it('SSO-12 the identity token is stored sealed, and forgotten when its session has ended', async () => {
  const [dora, emil] = [portal.visitor(), portal.visitor()];
  await come(dora, 'dora');
  await come(emil, 'emil');
  const [{ sealed_id_token: sealed }] = await rows(
    `select w.sealed_id_token from connection_sessions w order by session_id desc limit 1`,
  );
  expect(sealed.toString('latin1')).not.toContain('eyJ');
  await leave(dora);
  await runTask(portal, 'delete-old-errands');
  expect(await tokensOf('connection_sessions')).toHaveLength(1);
  await rows(`update connection_sessions set ends_at = now() where sealed_id_token is not null`);
  await runTask(portal, 'delete-old-errands');
  expect(await tokensOf('connection_sessions')).toEqual([]);
});

it('SSO-12 an identity token too long for an address is left out', async () => {
  const finn = portal.visitor();
  const groups = 'x'.repeat(6_000);
  await come(finn, 'finn', { given_name: groups });
  expect(await tokensOf('connection_sessions')).toEqual([]);
  expect(await leave(finn)).toMatchObject({ status: 400, hint: null });
});
