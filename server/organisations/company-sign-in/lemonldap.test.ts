/** @module-tag long */
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany, provenOrganisation } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { type LemonLdap, startLemonLdap } from '#tests/support/lemonldap.ts';
import { findLemonLdap } from '#tests/support/lemonldap-packages.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const publicUrl = 'http://localhost:3000';
const html = { accept: 'text/html' };

let lemon: LemonLdap | null = null;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  const folder = await findLemonLdap();
  if (folder === null) return;
  lemon = await startLemonLdap(folder);
  portal = await createTestPortal({ PUBLIC_URL: publicUrl }, { outbound: lemon.outbound });
  company = await connectedCompany(portal, lemon);
});
afterAll(async () => {
  await portal?.close();
  await lemon?.close();
});

function lemonIn(context: TestContext): LemonLdap {
  return lemon ?? context.skip('LemonLDAP::NG can be installed on Debian 12 by root only.');
}
const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;
const outcome = ({ headers }: { headers: Record<string, unknown> }) =>
  new URL(String(headers.location), publicUrl).searchParams.get('outcome');

it('SSO-02 the form says of LemonLDAP::NG that its issuer ends in a slash, lists no email and reports no sign-outs', async (context) => {
  const { issuer } = lemonIn(context);
  const { owner, path } = await provenOrganisation(portal);
  const read = async (asked: string) => (await owner.post(`${path}/connections/discovery`, { issuer: asked })).body;
  const shorter = `The document names another issuer: ${issuer}. Enter exactly that one if it is yours.`;
  const note = {
    level: 'note',
    sentence: 'The provider does not list the claim email. The test shows whether it arrives.',
  };
  expect(await read(issuer.slice(0, -1))).toMatchObject({
    isUsable: false,
    issuer,
    findings: [{ level: 'problem', sentence: shorter }, note],
  });
  expect(await read(issuer)).toEqual({
    issuer,
    isUsable: true,
    algorithms: ['RS256', 'RS384', 'RS512'],
    sendsLogouts: false,
    findings: [note],
  });
});

it('SSO-03 the test names what is set wrong for this client at LemonLDAP::NG: its default algorithm, another secret', async (context) => {
  const { allow, answerFor, issuer, clientId, clientSecret } = lemonIn(context);
  const { owner, path, domain } = await provenOrganisation(portal);
  const form = { name: 'Wrong', issuer, clientId, clientSecret };
  const { id, redirectAddress } = (await owner.post(`${path}/connections`, form)).body;
  const person = { sub: 'a-tester', claims: { email: `a@${domain}`, given_name: 'Ada', family_name: 'Moor' } };
  const find = async (options: Record<string, unknown>) => {
    await allow(String(redirectAddress), options);
    const begun = await owner.post(`${path}/connections/${id}/test`);
    await owner.get(await answerFor(String(begun.body.address), person), html);
    const { works, findings } = (await owner.get(`/api/sso/${id}/test`)).body;
    expect(works).toBe(false);
    return findings;
  };
  const algorithm = 'The provider signs identity tokens with HS512. Choose RS256 for this client at the provider.';
  const secret = 'The provider does not accept the client ID together with the client secret.';
  expect(await find({ IDTokenSignAlg: 'HS512' })).toEqual([{ level: 'problem', sentence: algorithm }]);
  expect(await find({ ClientSecret: 'another' })).toEqual([{ level: 'problem', sentence: secret }]);
  await allow(`${publicUrl}/api/sso/${company.connectionId}/callback`);
});

it('SSO-04 SSO-08 SSO-05 LemonLDAP::NG brings in a newcomer with claims of userinfo, and the same person again', async (context) => {
  const { come } = lemonIn(context);
  const [browser, again] = [portal.visitor(), portal.visitor()];
  const iona = company.person('Iona');
  expect((await come(browser, company.connectionId, iona, '?returnTo=/browse')).headers.location).toBe('/browse');
  const account = (await browser.get('/api/user')).body;
  expect(account).toMatchObject({ firstName: 'Iona', lastName: 'Castellane', email: `Iona@${company.domain}` });
  expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'learner' });
  const moved = { ...iona, claims: { ...iona.claims, email: `other@${company.domain}` } };
  expect((await come(again, company.connectionId, moved)).headers.location).toBe('/');
  expect((await again.get('/api/user')).body).toMatchObject({ id: account.id, email: account.email });
  const stranger = { ...company.person('Piet'), claims: { email: 'piet@elsewhere.example' } };
  expect(outcome(await come(portal.visitor(), company.connectionId, stranger))).toBe('address-foreign');
  await expectInvariants(portal.database);
});

it('SSO-04 LemonLDAP::NG refuses an answer’s code without the verifier of its challenge', async (context) => {
  const { answerFor } = lemonIn(context);
  const browser = portal.visitor();
  const begun = await browser.get(`/api/sso/${company.connectionId}/start`);
  const address = new URL(String(begun.headers.location));
  expect(address.searchParams.get('code_challenge_method')).toBe('S256');
  address.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  expect(outcome(await browser.get(await answerFor(address.href, company.person('Iona')), html))).toBe('refused');
  expect(await isSignedIn(browser)).toBe(false);
});

it('SSO-11 SSO-12 a sign-in at LemonLDAP::NG confirms who one is; signing out leads there and back', async (context) => {
  const { come, answerFor, issuer } = lemonIn(context);
  const browser = portal.visitor();
  await come(browser, company.connectionId, company.person('Karla'));
  const begun = await browser.get(`/api/sso/${company.connectionId}/start?purpose=confirm`);
  const back = await answerFor(String(begun.headers.location), company.person('Karla'));
  expect((await browser.get(back, html)).headers.location).toBe('/confirmed');
  const { providerAddress } = (await browser.post('/api/logout')).body;
  expect(String(providerAddress)).toContain(`${issuer}oauth2/logout?`);
  const left = await fetch(String(providerAddress), { redirect: 'manual' });
  expect([left.status, left.headers.get('location')]).toEqual([302, `${publicUrl}/auth`]);
});

it('SSO-12 a person whose account at LemonLDAP::NG is gone is out of the portal after the hours of a session', async (context) => {
  const { come, dismiss } = lemonIn(context);
  const browser = portal.visitor();
  const lars = company.person('Lars');
  await come(browser, company.connectionId, lars);
  await dismiss(lars);
  expect(await isSignedIn(browser)).toBe(true);
  await portal.database.pool.query(
    `update connection_sessions set ends_at = ends_at - interval '12 hours' where connection_id = $1`,
    [company.connectionId],
  );
  expect(await isSignedIn(browser)).toBe(false);
  await expect(come(browser, company.connectionId, lars)).rejects.toThrow('trmsg="5"');
  expect(await isSignedIn(browser)).toBe(false);
});
