/** @module-tag long */
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { findLemonLdap } from '#tests/support/lemonldap-packages.ts';
import type { Person } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { type SamlBridge, startSamlBridge } from '#tests/support/saml-bridge.ts';

const publicUrl = 'http://localhost:3000';
const html = { accept: 'text/html' };
const hours = 3600;

let saml: SamlBridge | null = null;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  const folder = await findLemonLdap();
  if (folder === null) return;
  saml = await startSamlBridge(folder);
  portal = await createTestPortal({ PUBLIC_URL: publicUrl }, { outbound: saml.outbound });
  company = await connectedCompany(portal, saml);
});
afterAll(async () => {
  await portal?.close();
  await saml?.close();
});

function samlIn(context: TestContext): SamlBridge {
  return saml ?? context.skip('LemonLDAP::NG can be installed on Debian 12 by root only.');
}

const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;
const begin = async (browser: Client, query = '') =>
  String((await browser.get(`/api/sso/${company.connectionId}/start${query}`)).headers.location);
const isForm = (page: string) => page.includes('id="lform"');

/** Ages all sessions of the bridge and of the company's provider. */
async function age({ bridge, company: provider }: SamlBridge, seconds: number): Promise<void> {
  await bridge.age(seconds);
  await provider.age(seconds);
}

/** Signs a person in with a browser that keeps its cookies of the bridge and of the company's provider. */
async function comeWith(jar: Map<string, string>, { answerFor }: SamlBridge, person: Person): Promise<Client> {
  const browser = portal.visitor();
  await browser.get(await answerFor(await begin(browser), person, { jar }), html);
  return browser;
}

it('SSO-06 a person of another domain whom the company’s SAML provider vouches for is refused', async (context) => {
  const { come } = samlIn(context);
  const browser = portal.visitor();
  const stranger = { ...company.person('Piet'), claims: { email: 'piet@elsewhere.example' } };
  const { headers } = await come(browser, company.connectionId, stranger);
  expect(headers.location).toContain('/auth?outcome=address-foreign');
  expect(await isSignedIn(browser)).toBe(false);
});

it('SSO-04 the bridge refuses a SAML answer with another address, without a signature, or with a signature of less than the whole', async (context) => {
  const { answerFor } = samlIn(context);
  const mallory = company.person('Mallory');
  const signature = /<Signature[\s\S]*?<\/Signature>/;
  const raised = (xml: string) => xml.replaceAll('Mallory@', 'Owner@');
  const bare = (xml: string) => xml.replace(signature, '').replace(signature, '');
  const rejections = [
    [raised, 'trmsg="51"'],
    [bare, 'trmsg="57"'],
    [(xml: string) => raised(bare(xml)), 'trmsg="57"'],
    // The signature of the assertion stays, that of the answer around it goes.
    [(xml: string) => raised(xml.replace(signature, '')), 'trmsg="5[17]"'],
  ] as const;
  for (const [change, refusal] of rejections) {
    const browser = portal.visitor();
    const address = await begin(browser);
    await expect(answerFor(address, mallory, { change })).rejects.toThrow(new RegExp(refusal));
    expect(await isSignedIn(browser)).toBe(false);
  }
  const known = await portal.database.pool.query('select id from users where email ilike $1', ['mallory@%']);
  expect(known.rows).toEqual([]);
});

it('SSO-04 the bridge refuses a SAML answer that it has not asked for, and asks again for one that was used', async (context) => {
  const { answerFor, company: provider } = samlIn(context);
  const jar = new Map<string, string>();
  const unasked = `${provider.address}saml/singleSignOn?IDPInitiated=1&spConfKey=bridge`;
  await expect(answerFor(unasked, company.person('Mona'), { jar })).rejects.toThrow('trmsg="55"');
  expect([...jar.keys()]).not.toContain('bridge');
  const answers: string[] = [];
  const keep = (xml: string) => {
    answers.push(xml);
    return answers[0] ?? '';
  };
  const owner = portal.visitor();
  await owner.get(await answerFor(await begin(owner), company.person('Mona'), { change: keep }), html);
  const [used] = answers;
  const other = portal.visitor();
  const replay = (xml: string) => (answers.push(xml) === 2 ? (used ?? '') : xml);
  await other.get(await answerFor(await begin(other), company.person('Nils'), { change: replay }), html);
  expect(answers).toHaveLength(3);
  expect((await other.get('/api/user')).body).toMatchObject({ firstName: 'Nils' });
});

it('SSO-04 SSO-08 SSO-05 the bridge brings in a newcomer of the company, and the same person again with another address', async (context) => {
  const { come } = samlIn(context);
  const [browser, again, later] = [portal.visitor(), portal.visitor(), portal.visitor()];
  const iona = company.person('Iona');
  expect((await come(browser, company.connectionId, iona, '?returnTo=/browse')).headers.location).toBe('/browse');
  const account = (await browser.get('/api/user')).body;
  expect(account).toMatchObject({ firstName: 'Iona', lastName: 'Castellane', email: `Iona@${company.domain}` });
  expect((await browser.get('/api/user/organisation')).body).toMatchObject({ id: company.id, role: 'learner' });
  expect((await come(again, company.connectionId, iona)).headers.location).toBe('/');
  expect((await again.get('/api/user')).body).toMatchObject({ id: account.id });
  const moved = { ...iona, claims: { ...iona.claims, email: `other@${company.domain}` } };
  expect((await come(later, company.connectionId, moved)).headers.location).toBe('/');
  expect((await later.get('/api/user')).body).toMatchObject({ id: account.id, email: account.email });
  await expectInvariants(portal.database);
});

it('SSO-11 confirming who one is leads through the bridge to the sign-in page of the company, whose session is still open', async (context) => {
  const bridged = samlIn(context);
  const jar = new Map<string, string>();
  const karla = company.person('Karla');
  const browser = await comeWith(jar, bridged, karla);
  await age(bridged, 11 * 60);
  const pages: string[] = [];
  const way = { jar, see: (page: string) => pages.push(page) };
  const back = await bridged.answerFor(await begin(browser, '?purpose=confirm'), karla, way);
  expect(pages.filter(isForm)).toHaveLength(1);
  expect((await browser.get(back, html)).headers.location).toBe('/confirmed');
});

it('SSO-12 signing out leads to the bridge, which asks, ends the session at the company as well, and leads back', async (context) => {
  const bridged = samlIn(context);
  const jar = new Map<string, string>();
  const noor = company.person('Noor');
  const atCompany = async () => {
    const headers = { cookie: `company=${jar.get('company')}` };
    return isForm(await (await fetch(bridged.company.address, { headers })).text()) ? 'signed out' : 'signed in';
  };
  const browser = await comeWith(jar, bridged, noor);
  expect(await atCompany()).toBe('signed in');
  const { providerAddress } = (await browser.post('/api/logout')).body;
  expect(String(providerAddress)).toContain(`${bridged.issuer}oauth2/logout?`);
  const pages: string[] = [];
  const way = { jar, until: `${publicUrl}/auth`, see: (page: string) => pages.push(page) };
  expect(await bridged.answerFor(String(providerAddress), noor, way)).toBe('/auth');
  expect(pages).toEqual([expect.stringContaining('Do you want to logout?')]);
  expect(await atCompany()).toBe('signed out');
});

it('SSO-12 ten minutes after a sign-in, signing out leads straight back, and the session at the company stays open', async (context) => {
  const bridged = samlIn(context);
  const jar = new Map<string, string>();
  const browser = await comeWith(jar, bridged, company.person('Oda'));
  await age(bridged, 11 * 60);
  const { providerAddress } = (await browser.post('/api/logout')).body;
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const left = await fetch(String(providerAddress), { redirect: 'manual', headers: { cookie } });
  expect([left.status, left.headers.get('location')]).toEqual([302, `${publicUrl}/auth`]);
  const page = await (await fetch(bridged.company.address, { headers: { cookie } })).text();
  expect(isForm(page)).toBe(false);
});

it('SSO-12 a person dismissed at the company is out of the portal after the hours of a session, in the same browser too', async (context) => {
  const bridged = samlIn(context);
  const jar = new Map<string, string>();
  const lars = company.person('Lars');
  const browser = await comeWith(jar, bridged, lars);
  await bridged.company.dismiss(lars);
  expect(await isSignedIn(browser)).toBe(true);
  await portal.database.pool.query(
    `update connection_sessions set ends_at = ends_at - interval '12 hours' where connection_id = $1`,
    [company.connectionId],
  );
  await age(bridged, 12 * hours);
  expect(await isSignedIn(browser)).toBe(false);
  await expect(bridged.answerFor(await begin(browser), lars, { jar })).rejects.toThrow('trmsg="5"');
  await expect(bridged.come(browser, company.connectionId, lars)).rejects.toThrow('trmsg="5"');
  expect(await isSignedIn(browser)).toBe(false);
});

it('a bridge that asks for no NameID format knows people by their address, one that asks for Transient never, unless by an attribute', async (context) => {
  const { come, configure } = samlIn(context);
  const enter = async (person: Person) => {
    const browser = portal.visitor();
    const { headers } = await come(browser, company.connectionId, person);
    const { id } = (await browser.get('/api/user')).body;
    return { id, location: headers.location };
  };
  const [pia, rosa, sven] = [company.person('Pia'), company.person('Rosa'), company.person('Sven')];
  await configure({ samlIDPMetaDataOptionsNameIDFormat: '' });
  const entered = await enter(pia);
  expect(entered).toMatchObject({ id: expect.any(Number), location: '/' });
  expect(await enter({ ...company.person('Quentin'), claims: pia.claims })).toEqual(entered);
  const transient = { samlIDPMetaDataOptionsNameIDFormat: 'transient' };
  await configure(transient);
  expect((await enter(rosa)).location).toBe('/');
  expect(await enter(rosa)).toEqual({ id: undefined, location: '/auth?view=link' });
  await configure({ ...transient, samlIDPMetaDataOptionsUserAttribute: 'uid' });
  const known = await enter(sven);
  expect(known).toMatchObject({ id: expect.any(Number), location: '/' });
  expect(await enter({ ...sven, claims: { ...sven.claims, email: `s@${company.domain}` } })).toEqual(known);
  await configure({});
});
