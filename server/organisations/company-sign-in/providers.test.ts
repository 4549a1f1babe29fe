import { X509Certificate } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import type { PortalConnection } from '#contract/identity/connections-admin.ts';
import { type Company, connectedCompany } from '#tests/support/company.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

// Each provider names itself as the real one does, and sends the claims that it documents.

const html = { accept: 'text/html' };
let counterpart: Counterpart;
let portal: TestPortal;
afterEach(async () => {
  await portal.close();
  await counterpart.close();
});

type Answers = { headers: Record<string, unknown> };
const outcome = ({ headers }: Answers) =>
  new URL(String(headers.location), 'http://portal').searchParams.get('outcome');
const count = async (table: 'users' | 'connection_identities') =>
  Number((await portal.database.pool.query(`select count(*) from ${table}`)).rows[0].count);

async function open(issuer: string, claimsAt?: Parameters<typeof connectedCompany>[3]): Promise<Company> {
  counterpart = await startCounterpart({ issuer });
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
  return connectedCompany(portal, counterpart, {}, claimsAt);
}

/** Signs a person in through a connection in a new browser. */
const come = ({ connectionId, person }: Company, name: string, claims: Record<string, unknown>) =>
  counterpart.come(portal.visitor(), connectionId, person(name, claims));

/** Expects that these people are rejected and leave no account and no link behind. */
async function expectRejected(company: Company, people: [Record<string, unknown>, string][]): Promise<void> {
  const before = [await count('users'), await count('connection_identities')];
  for (const [claims, refusal] of people) {
    expect(outcome(await come(company, 'stranger', claims)), JSON.stringify(claims)).toBe(refusal);
  }
  expect([await count('users'), await count('connection_identities')]).toEqual(before);
}

const tid = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const otherTid = '9188040d-6c67-4c5b-b112-36a304b66dad';

describe('Microsoft Entra ID', { tags: 'long' }, () => {
  const issuer = `https://login.microsoftonline.com/${tid}/v2.0`;

  it('SSO-06 Entra signs in people of its tenant without a claim about their addresses, and no guest of another tenant', async () => {
    const company = await open(issuer, () => ({ tid, oid: 'a-person' }));
    await expectRejected(company, [
      [{ tid: otherTid }, 'tenant-foreign'],
      [{ tid: undefined }, 'tenant-foreign'],
      [{ email: 'guest_partner.example#EXT#@fairbourne.onmicrosoft.example' }, 'address-foreign'],
      [{ email: undefined }, 'address-missing'],
    ]);
    expect((await come(company, 'ada', {})).headers.location).toBe('/');
  });

  it('SSO-02 SSO-06 Entra’s user name is the address of people without a mailbox, only inside proven domains', async () => {
    const company = await open(issuer, () => ({ tid }));
    const changed = await company.owner.patch(company.connectionPath, { emailClaim: 'preferred_username' });
    expect(changed.status).toBe(200);
    await expectRejected(company, [
      [{ email: undefined, preferred_username: 'ida@elsewhere.example' }, 'address-foreign'],
    ]);
    const nameless = { email: undefined, preferred_username: `ida@${company.domain}` };
    expect((await come(company, 'ida', nameless)).headers.location).toBe('/');
  });

  it('SSO-06 Entra as a connection of the portal signs in only people whose address the owner of the domain has verified', async () => {
    counterpart = await startCounterpart({ issuer });
    portal = await createTestPortal({}, { outbound: counterpart.outbound });
    const administrator = await portal.administrator();
    const { clientId, clientSecret } = counterpart;
    const form = { name: 'Staff', issuer, clientId, clientSecret, vouches: 'verified' };
    const { body: connection } = await administrator.post<PortalConnection>('/api/admin/connections', form);
    counterpart.allow(connection.redirectAddress);
    const person = (claims: object) => ({
      sub: 'x',
      claims: { email: 'x@anywhere.example', given_name: 'Xenia', family_name: 'Moor', tid, ...claims },
    });
    const path = `/api/admin/connections/${connection.id}`;
    const test = await administrator.post(`${path}/test`);
    await administrator.get(await counterpart.answerFor(String(test.body.address), person({ xms_edov: true })), html);
    expect((await administrator.post<PortalConnection>(`${path}/activate`)).body.state).toBe('active');
    const enter = (claims: object) => counterpart.come(portal.visitor(), connection.id, person(claims));
    const before = await count('users');
    for (const claims of [{}, { xms_edov: false }, { xms_edov: 0 }]) {
      expect(outcome(await enter(claims)), JSON.stringify(claims)).toBe('address-unverified');
    }
    expect(await count('users')).toBe(before);
    expect((await enter({ xms_edov: true })).headers.location).toBe('/');
  });

  it('SSO-01 Entra gets the key’s assertion for its token endpoint alone, with the thumbprint of the certificate', async () => {
    counterpart = await startCounterpart({ issuer });
    const { outbound, clientId } = counterpart;
    const sent: { url: string; assertion: string }[] = [];
    const fetch: typeof outbound.portal.fetch = (url, options) => {
      const assertion = new URLSearchParams(String(options?.body ?? '')).get('client_assertion');
      if (assertion) sent.push({ url: String(url), assertion });
      return outbound.portal.fetch(url, options);
    };
    portal = await createTestPortal({}, { outbound: { ...outbound, portal: { ...outbound.portal, fetch } } });
    const administrator = await portal.administrator();
    const form = { name: 'Staff', issuer, clientId, authMethod: 'private_key_jwt', vouches: 'verified' };
    const { body: connection } = await administrator.post<PortalConnection>('/api/admin/connections', form);
    counterpart.allow(connection.redirectAddress, {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'PS256',
      jwks: (await portal.visitor().get(`/api/sso/${connection.id}/jwks.json`)).body,
      client_secret: undefined,
    });
    const test = await administrator.post(`/api/admin/connections/${connection.id}/test`);
    const person = { sub: 'x', claims: { email: 'x@anywhere.example', tid, xms_edov: true } };
    await administrator.get(await counterpart.answerFor(String(test.body.address), person), html);
    expect((await administrator.get(`/api/sso/${connection.id}/test`)).body).toMatchObject({ works: true });
    expect(sent).toHaveLength(1);
    const [{ url, assertion } = { url: '', assertion: '' }] = sent;
    const fingerprint = new X509Certificate(connection.certificate ?? '').fingerprint256.replaceAll(':', '');
    expect(decodeProtectedHeader(assertion)).toMatchObject({
      alg: 'PS256',
      'x5t#S256': Buffer.from(fingerprint, 'hex').toString('base64url'),
    });
    expect(decodeJwt(assertion)).toMatchObject({ aud: url, iss: clientId, sub: clientId });
  });
});

describe('Google Workspace', { tags: 'long' }, () => {
  it('SSO-06 Google Workspace signs in only accounts of a proven domain, whatever their address says', async () => {
    const company = await open('https://accounts.google.com', (hd) => ({ hd, email_verified: true }));
    await expectRejected(company, [
      [{ hd: undefined }, 'tenant-foreign'],
      [{ hd: 'elsewhere.example' }, 'tenant-foreign'],
      [{ email: 'x@gmail.example' }, 'address-foreign'],
    ]);
    expect((await come(company, 'gia', {})).headers.location).toBe('/');
  });
});

describe('Okta', { tags: 'long' }, () => {
  it('SSO-06 Okta signs in people with a verified address of a proven domain', async () => {
    const company = await open('https://fairbourne.okta.example', () => ({
      email_verified: true,
      amr: ['pwd', 'mfa'],
    }));
    await expectRejected(company, [
      [{ email: 'olga@elsewhere.example' }, 'address-foreign'],
      [{ email_verified: false }, 'address-unverified'],
    ]);
    expect((await come(company, 'olga', {})).headers.location).toBe('/');
  });
});

describe('Authentik', { tags: 'long' }, () => {
  it('SSO-06 Authentik calls every address unverified, and people can sign in once the owner accepts that', async () => {
    const company = await open('https://id.fairbourne.example/application/o/portal/', () => ({ email_verified: true }));
    await expectRejected(company, [[{ email_verified: false }, 'address-unverified']]);
    const changed = await company.owner.patch(company.connectionPath, { acceptsUnverified: true });
    expect(changed.body).toMatchObject({ acceptsUnverified: true });
    await expectRejected(company, [[{ email_verified: false, email: 'aki@elsewhere.example' }, 'address-foreign']]);
    expect((await come(company, 'aki', { email_verified: false })).headers.location).toBe('/');
  });
});
