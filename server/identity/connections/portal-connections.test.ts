import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '#contract/identity/connections.ts';
import { createApp } from '#server/app/app.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { connectedCompany } from '#tests/support/company.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const html = { accept: 'text/html' };

let counterpart: Counterpart;
let portal: TestPortal;
/** Assertions with which the portal has signed in to the provider. */
const assertions: string[] = [];
beforeAll(async () => {
  counterpart = await startCounterpart();
  const { outbound } = counterpart;
  const fetch: typeof outbound.portal.fetch = (url, options) => {
    const assertion = new URLSearchParams(String(options?.body ?? '')).get('client_assertion');
    if (assertion) assertions.push(assertion);
    return outbound.portal.fetch(url, options);
  };
  portal = await createTestPortal({}, { outbound: { ...outbound, portal: { ...outbound.portal, fetch } } });
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const code = async (answer: Promise<{ body: { code?: unknown } }>) => (await answer).body.code;
const outcome = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://portal').searchParams.get('outcome');
const person = (sub: string, claims: Record<string, unknown> = {}) => ({
  sub,
  claims: {
    email: `${sub}@anywhere.example`,
    email_verified: true,
    given_name: 'Pia',
    family_name: 'Rowan',
    ...claims,
  },
});
const form = () => ({
  name: 'Staff account',
  issuer: counterpart.issuer,
  clientId: counterpart.clientId,
  clientSecret: counterpart.clientSecret,
});

/** A connection of the portal that was tested and is offered. */
async function offered(changes: Record<string, unknown> = {}) {
  const administrator = await portal.administrator();
  const { body } = await administrator.post<Connection>('/api/admin/connections', { ...form(), ...changes });
  counterpart.allow(body.redirectAddress);
  const path = `/api/admin/connections/${body.id}`;
  const begun = await administrator.post(`${path}/test`);
  await administrator.get(await counterpart.answerFor(String(begun.body.address), person('tester')), html);
  expect((await administrator.post<Connection>(`${path}/activate`)).body.state).toBe('active');
  return { administrator, id: body.id, path };
}

describe('connections of the portal', () => {
  it('SSO-13 connections of the portal are refused to others, without a fresh sign-in, without a test and beyond five, and never return the secret', async () => {
    const administrator = await portal.administrator();
    expect((await portal.visitor().get('/api/admin/connections')).status).toBe(401);
    expect((await (await portal.member()).post('/api/admin/connections', form())).status).toBe(403);
    await rows(`update sign_in_sessions set signed_in_at = now() - interval '13 hours' where user_id = $1`, [
      administrator.userId,
    ]);
    expect(await code(administrator.post('/api/admin/connections', form()))).toBe('accounts.confirm-sign-in');
    await rows(`update sign_in_sessions set signed_in_at = now() where user_id = $1`, [administrator.userId]);
    const { clientSecret: _secret, ...bare } = form();
    expect(await code(administrator.post('/api/admin/connections', bare))).toBe('connections.secret-required');
    expect(await code(administrator.post('/api/admin/connections', { ...form(), emailClaim: 'upn' }))).toBe(
      'connections.claim-outside',
    );
    expect(await rows('select 1 from connections')).toEqual([]);
    const ids: string[] = [];
    // The longest name is 60 characters of 8 code points each.
    const longest = `q${'\u0301'.repeat(7)}`.repeat(60);
    for (const name of [longest, ...Array<string>(4).fill(form().name)]) {
      const added = await administrator.post<Connection>('/api/admin/connections', { ...form(), name });
      expect(added.status).toBe(201);
      expect(JSON.stringify(added.body)).not.toContain(counterpart.clientSecret);
      ids.push(added.body.id);
    }
    expect(await code(administrator.post('/api/admin/connections', form()))).toBe('connections.full');
    expect(await code(administrator.post(`/api/admin/connections/${ids[0]}/activate`))).toBe('connections.test-first');
    const [sealed] = await rows('select sealed_secret from connections where id = $1', [ids[0]]);
    expect(createSealer('the secret of a portal under test').open(sealed.sealed_secret, `connection:${ids[0]}`)).toBe(
      counterpart.clientSecret,
    );
    for (const id of ids) await administrator.delete(`/api/admin/connections/${id}`);
    expect(await rows(`select distinct action from audit_log where object = 'connection' order by 1`)).toEqual([
      { action: 'create' },
      { action: 'delete' },
    ]);
    await portal.runJobs();
    expect(portal.sentMails.some(({ subject }) => subject.includes('was removed'))).toBe(true);
  });

  it('SSO-09 SSO-06 connections of the portal are buttons of the sign-in screen, open accounts for verified addresses, and obey the setting of registration', async () => {
    const { administrator, id, path } = await offered();
    expect((await portal.visitor().get('/api/config')).body.companySignIn).toMatchObject({
      buttons: [{ connectionId: id, name: 'Staff account' }],
    });
    expect(outcome(await counterpart.come(portal.visitor(), id, person('una', { email_verified: false })))).toBe(
      'address-unverified',
    );
    expect(outcome(await counterpart.come(portal.visitor(), id, person('una', { email: undefined })))).toBe(
      'address-missing',
    );
    const browser = portal.visitor();
    expect((await counterpart.come(browser, id, person('una'))).headers.location).toBe('/');
    expect((await browser.get('/api/user')).body).toMatchObject({
      email: 'una@anywhere.example',
      firstName: 'Pia',
      hasPassword: false,
    });
    expect((await browser.get('/api/user/organisation')).body).toBeNull();
    const settings = (await administrator.get('/api/admin/portal-settings')).body;
    const closed = await administrator.put('/api/admin/portal-settings', { ...settings, registration: 'invited' });
    expect(closed.status).toBe(200);
    expect(outcome(await counterpart.come(portal.visitor(), id, person('vera')))).toBe('invitation-only');
    expect((await counterpart.come(portal.visitor(), id, person('una'))).headers.location).toBe('/');
    expect(await rows(`select 1 from users where email = 'vera@anywhere.example'`)).toEqual([]);
    await administrator.put('/api/admin/portal-settings', { ...closed.body, registration: 'open' });
    expect((await administrator.post<Connection>(`${path}/disable`)).body.state).toBe('disabled');
    expect((await browser.get('/api/user')).status).toBe(401);
    expect((await portal.visitor().get('/api/config')).body.companySignIn).toMatchObject({ buttons: [] });
    expect(outcome(await portal.visitor().get(`/api/sso/${id}/start`, html))).toBe('not-found');
    await administrator.delete(path);
  });

  it('SSO-11 administrators give their own second factor, whatever the provider and the connection say of it', async () => {
    const { administrator, id, path } = await offered({ sparesSecondFactor: true });
    const member = await portal.member();
    for (const [sub, userId] of [
      ['ada', administrator.userId],
      ['max', member.userId],
    ] as const) {
      await rows(
        `insert into connection_identities (connection_id, user_id, issuer, subject, email)
         select $1, $2, issuer, $3, $4 from connections where id = $1`,
        [id, userId, sub, `${sub}@anywhere.example`],
      );
      await rows('update users set two_factor_enabled_at = now() where id = $1', [userId]);
    }
    const come = async (sub: string) => {
      const browser = portal.visitor();
      return (await counterpart.come(browser, id, person(sub, { amr: ['mfa'] }))).headers.location;
    };
    expect([await come('ada'), await come('max')]).toEqual(['/auth?view=code', '/']);
    // Without a second factor the administrator signs in, and then confirms by one that was switched on since.
    await rows('update users set two_factor_enabled_at = null where id = $1', [administrator.userId]);
    const browser = portal.visitor();
    expect((await counterpart.come(browser, id, person('ada'))).headers.location).toBe('/');
    await rows('update users set two_factor_enabled_at = now() where id = $1', [administrator.userId]);
    const begun = await browser.get(`/api/sso/${id}/start?purpose=confirm`);
    const back = await counterpart.answerFor(String(begun.headers.location), person('ada', { amr: ['mfa'] }));
    expect(outcome(await browser.get(back, html))).toBe('second-factor-required');
    await administrator.delete(path);
  });

  it('SSO-01 another client has to be tested again, and another issuer opens nothing that the former one opened', async () => {
    const { administrator, id, path } = await offered();
    await counterpart.come(portal.visitor(), id, person('wilma'));
    const linked = () => rows('select 1 from connection_identities where connection_id = $1', [id]);
    expect(await linked()).toHaveLength(1);
    expect((await administrator.patch<Connection>(path, { name: 'Staff sign-in' })).body).toMatchObject({
      state: 'active',
      name: 'Staff sign-in',
    });
    expect((await administrator.patch<Connection>(path, { clientId: 'another' })).body).toMatchObject({
      state: 'draft',
      test: null,
    });
    expect(await linked()).toEqual([]);
    const other = await administrator.post<Connection>('/api/admin/connections', { ...form(), slug: 'staff-two' });
    expect(await code(administrator.patch(path, { slug: 'staff-two' }))).toBe('connections.slug-taken');
    await administrator.delete(path);
    await administrator.delete(`/api/admin/connections/${other.body.id}`);
  });

  it('SSO-01 a connection of the portal signs in with its own key instead of a secret, and publishes the public key', async () => {
    const administrator = await portal.administrator();
    const { clientSecret: _secret, ...bare } = form();
    const { body } = await administrator.post<Connection>('/api/admin/connections', {
      ...bare,
      authMethod: 'private_key_jwt',
    });
    expect(body).toMatchObject({ hasSecret: false, certificate: expect.stringContaining('BEGIN CERTIFICATE') });
    const keys = (await portal.visitor().get(`/api/sso/${body.id}/jwks.json`)).body as { keys: object[] };
    expect(keys.keys).toMatchObject([{ kty: 'RSA', alg: 'PS256', use: 'sig' }]);
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q)":/);
    counterpart.allow(body.redirectAddress, {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'PS256',
      jwks: keys,
      client_secret: undefined,
    });
    const path = `/api/admin/connections/${body.id}`;
    const begun = await administrator.post(`${path}/test`);
    await administrator.get(await counterpart.answerFor(String(begun.body.address), person('tester')), html);
    expect((await administrator.get(`/api/sso/${body.id}/test`)).body).toMatchObject({
      works: true,
      findings: expect.any(Array),
    });
    // The provider would take the token endpoint as well.
    expect(assertions).toHaveLength(1);
    const { clientId, issuer } = counterpart;
    expect(decodeJwt(assertions[0] ?? '')).toMatchObject({ aud: issuer, iss: clientId, sub: clientId });
    await administrator.delete(path);
    counterpart.allow(body.redirectAddress);
  });
});

/** A portal whose provider is set by variables. */
const portalWithProvider = () => {
  const { issuer, clientId, clientSecret, outbound } = counterpart;
  const oidc = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  return createTestPortal({ ...oidc, OIDC_NAME: 'City account' }, { outbound });
};

it('SSO-14 the provider of variables is a connection that administrators cannot change, and ends without them', async () => {
  const own = await portalWithProvider();
  const administrator = await own.administrator();
  const { body } = await administrator.get<Connection[]>('/api/admin/connections');
  expect(body).toMatchObject([{ name: 'City account', state: 'active', isOperators: true, hasSecret: true }]);
  const id = body[0]?.id ?? '';
  for (const rejected of [
    administrator.patch(`/api/admin/connections/${id}`, { name: 'Mine' }),
    administrator.delete(`/api/admin/connections/${id}`),
    administrator.post(`/api/admin/connections/${id}/disable`),
  ]) {
    expect(await code(rejected)).toBe('connections.set-by-operator');
  }
  counterpart.allow(body[0]?.redirectAddress ?? '');
  const browser = own.visitor();
  expect((await counterpart.come(browser, id, person('yara'))).headers.location).toBe('/');
  expect((await browser.get('/api/user')).body.email).toBe('yara@anywhere.example');

  const { env: given } = own.dependencies;
  const without = await createApp({ ...own.dependencies, env: { ...given, oidc: null } });
  await without.ready();
  expect((await browser.get('/api/user')).status).toBe(401);
  expect((await administrator.get<Connection[]>('/api/admin/connections')).body).toMatchObject([{ state: 'disabled' }]);
  expect(outcome(await own.visitor().get(`/api/sso/${id}/start`, html))).toBe('not-found');
  const back = await createApp(own.dependencies);
  await back.ready();
  expect((await counterpart.come(own.visitor(), id, person('yara'))).headers.location).toBe('/');
  await back.close();
  await without.close();
  await own.close();
});

it('SSO-14 the provider of variables is added under another short name when its own is taken', async () => {
  const own = await createTestPortal({}, { outbound: counterpart.outbound });
  const administrator = await own.administrator();
  const { issuer, clientId, clientSecret } = counterpart;
  const form = { name: 'Staff', slug: 'single-sign-on', issuer, clientId, clientSecret, vouches: 'verified' };
  expect((await administrator.post('/api/admin/connections', form)).status).toBe(201);
  const oidc = { issuer, clientId, clientSecret, name: 'City account' };
  const later = await createApp({ ...own.dependencies, env: { ...own.dependencies.env, oidc } });
  await later.ready();
  const { body } = await administrator.get<Connection[]>('/api/admin/connections');
  expect(body).toMatchObject([
    { name: 'City account', slug: 'single-sign-on-2', state: 'active', isOperators: true },
    { name: 'Staff', slug: 'single-sign-on', state: 'draft', isOperators: false },
  ]);
  await later.close();
  await own.close();
});

it('SSO-12 SSO-14 the provider of variables offers its sign-out, and says that it reports sign-outs', async () => {
  const own = await portalWithProvider();
  const administrator = await own.administrator();
  const show = async () => (await administrator.get<Connection[]>('/api/admin/connections')).body[0];
  const { id = '', redirectAddress = '' } = (await show()) ?? {};
  counterpart.allow(redirectAddress);
  const browser = own.visitor();
  expect((await counterpart.come(browser, id, person('zita'))).headers.location).toBe('/');
  expect(await show()).toMatchObject({ sendsLogouts: true });
  expect(String((await browser.post('/api/logout')).body.providerAddress)).toContain('/session/end?client_id=');
  await own.close();
});

describe('the start of a sign-in', () => {
  it('SSO-09 the start of a sign-in refuses another issuer and pages outside, and takes the form of a launcher', async () => {
    const company = await connectedCompany(portal, counterpart);
    const start = `/api/sso/${company.connectionId}/start`;
    const visitor = portal.visitor();
    expect(await code(visitor.get(`${start}?iss=https://evil.example`))).toBe('connections.login-foreign');
    expect(await code(visitor.get(`${start}?target_link_uri=https://evil.example/`))).toBe(
      'connections.target-foreign',
    );
    expect(outcome(await visitor.get(`${start}?iss=https://evil.example`, html))).toBe('login-foreign');
    const launched = await portal.app.inject({
      method: 'POST',
      url: start,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://launcher.example',
        'sec-fetch-site': 'cross-site',
      },
      payload: new URLSearchParams({
        iss: counterpart.issuer,
        login_hint: 'a@b.example',
        target_link_uri: `${portal.env.publicUrl}/library`,
      }).toString(),
    });
    expect(launched.statusCode).toBe(303);
    const begun = await visitor.get(String(launched.headers.location));
    const address = new URL(String(begun.headers.location));
    expect(address.searchParams.get('login_hint')).toBe('a@b.example');
    expect(
      (await visitor.get(await counterpart.answerFor(address.href, company.person('zoe')), html)).headers.location,
    ).toBe('/library');
  });

  it('SSO-09 the sign-in finds a connection by domain or short name, and reveals nothing about accounts', async () => {
    const company = await connectedCompany(portal, counterpart, { slug: 'fairbourne-nine' });
    const visitor = portal.visitor();
    const find = async (email: string) => (await visitor.post('/api/sso/find', { email })).body.connection;
    expect(await find(`anyone@${company.domain}`)).toEqual({
      connectionId: company.connectionId,
      name: 'Fairbourne account',
      isRequired: false,
      startAddress: expect.stringContaining('login_hint=anyone%40'),
    });
    expect(await find('anyone@elsewhere.example')).toBeNull();
    const bookmark = await visitor.get('/auth/company/fairbourne-nine?returnTo=%2Flibrary');
    expect(bookmark.headers.location).toBe(`/api/sso/${company.connectionId}/start?returnTo=%2Flibrary`);
    for (const unknown of ['unknown', '%00', 'Fairbourne%20Nine']) {
      expect((await visitor.get(`/auth/company/${unknown}`)).headers.location).toBe('/auth?outcome=company-unknown');
    }
    expect((await portal.member()).userId).toBeGreaterThan(0);
    expect(await code((await portal.member()).get(`/api/sso/${company.connectionId}/test`))).toBe(
      'connections.test-not-found',
    );
  });
});

it('SSO-01 administrators and owners are mailed 30 and 7 days before the end of a client secret, once each', async () => {
  const company = await connectedCompany(portal, counterpart, { secretEndsOn: '2020-01-01' });
  const warn = async (days: number) => {
    await rows('update connections set secret_ends_on = current_date + $2::int where id = $1', [
      company.connectionId,
      days,
    ]);
    await portal.database.pool.query(`select graphile_worker.add_job('warn-of-secrets', '{}')`);
    await portal.runJobs();
    return portal.sentMails.filter(({ subject }) => subject.startsWith('The client secret of')).length;
  };
  expect(await warn(31)).toBe(0);
  expect(await warn(30)).toBe(1);
  expect(await warn(20)).toBe(1);
  expect(await warn(7)).toBe(2);
  expect(await warn(1)).toBe(2);
});
