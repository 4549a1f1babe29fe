import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { type Company, connectedCompany, provenOrganisation } from '#tests/support/company.ts';
import { connectDirectory, patchOf, scimUser } from '#tests/support/directory.ts';
import { type Counterpart, startCounterpart } from '#tests/support/openid.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

const html = { accept: 'text/html' };
const password = 'portal-demo';
let counterpart: Counterpart;
let portal: TestPortal;
let company: Company;
beforeAll(async () => {
  counterpart = await startCounterpart();
  portal = await createTestPortal({}, { outbound: counterpart.outbound });
  company = await connectedCompany(portal, counterpart);
});
afterAll(async () => {
  await portal.close();
  await counterpart.close();
});
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const come = (browser: Client, name: string, claims: Record<string, unknown> = {}, at = company) =>
  counterpart.come(browser, at.connectionId, at.person(name, claims));
const isSignedIn = async (browser: Client) => (await browser.get('/api/user')).status === 200;
const newcomer = async (name: string, at = company) => {
  const browser = portal.visitor();
  expect((await come(browser, name, {}, at)).headers.location).toBe('/');
  const { body } = await browser.get('/api/user');
  return Object.assign(browser, { userId: Number(body.id), email: String(body.email) });
};

/** Sends a logout token of the provider. @returns the status of the answer */
async function sendLogout(app: TestPortal['app'], from: Counterpart, id: string, claims: object): Promise<number> {
  const logout_token = await from.sign({
    iss: from.issuer,
    aud: from.clientId,
    iat: Math.floor(Date.now() / 1000),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...claims,
  });
  const reply = await app.inject({
    method: 'POST',
    url: `/api/sso/${id}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token }).toString(),
  });
  return reply.statusCode;
}

it('SSO-05 lets a known person in whose address at the provider is now in another domain', async () => {
  await newcomer('uma');
  expect((await come(portal.visitor(), 'uma', { email: 'uma@elsewhere.example' })).headers.location).toBe('/');
});
it('SSO-05 lets a known person in whose provider no longer sends an address', async () => {
  await newcomer('ulf');
  expect((await come(portal.visitor(), 'ulf', { email: undefined })).headers.location).toBe('/');
});

it('SSO-05 ends a sign-in that waits when its domain is lost', async () => {
  const at = await connectedCompany(portal, counterpart);
  const member = await portal.member();
  await rows('update users set email = $2, email_verified_at = now() where id = $1', [
    member.userId,
    `vera@${at.domain}`,
  ]);
  const browser = portal.visitor();
  expect((await come(browser, 'vera', {}, at)).headers.location).toBe('/auth?view=link');
  const [{ id }] = await rows('select id from organisation_domains where organisation_id = $1', [at.id]);
  expect((await at.owner.delete(`${at.path}/domains/${id}`)).status).toBe(200);
  const linked = await browser.post('/api/sso/pending/password', { password });
  expect([
    linked.status,
    await rows('select email from connection_identities where user_id = $1', [member.userId]),
  ]).toEqual([400, []]);
});

it('SSO-13 refuses a sign-in whose connection was switched off while the provider answered', async () => {
  const at = await connectedCompany(portal, counterpart);
  await newcomer('wim', at);
  const browser = portal.visitor();
  const begun = await browser.get(`/api/sso/${at.connectionId}/start`);
  const path = await counterpart.answerFor(String(begun.headers.location), at.person('wim'));
  counterpart.faults.tokens = async (body) => {
    expect((await at.owner.post(`${at.connectionPath}/disable`)).status).toBe(200);
    return body;
  };
  await browser.get(path, html);
  delete counterpart.faults.tokens;
  expect(await isSignedIn(browser)).toBe(false);
});

it('SCIM-02 SCIM-03 gives a person who was renamed in the directory before the first sign-in the account of the record', async () => {
  const at = await connectedCompany(portal, counterpart);
  const scim = await connectDirectory(portal, at);
  const { body } = await scim('POST', '/Users', scimUser('xena', at.domain));
  const renamed = await scim(
    'PATCH',
    `/Users/${body.id}`,
    patchOf(
      { op: 'replace', path: 'userName', value: `xena.new@${at.domain}` },
      { op: 'replace', path: 'emails', value: [{ value: `xena.new@${at.domain}`, primary: true }] },
    ),
  );
  expect(renamed.status).toBe(200);
  const browser = portal.visitor();
  expect((await come(browser, 'xena.new', {}, at)).headers.location).toBe('/');
  const ended = await scim('PATCH', `/Users/${body.id}`, patchOf({ op: 'replace', path: 'active', value: false }));
  expect(ended.status).toBe(200);
  const left = await rows(
    'select u.email from organisation_people p join users u on u.id = p.user_id where p.organisation_id = $1 and p.role = $2',
    [at.id, 'learner'],
  );
  expect([await isSignedIn(browser), left]).toEqual([false, []]);
});

it('SSO-05 SCIM-02 lets a known person in under another address while a directory is in use', async () => {
  const at = await connectedCompany(portal, counterpart);
  const scim = await connectDirectory(portal, at);
  await scim('POST', '/Users', scimUser('yara', at.domain));
  await newcomer('yara', at);
  expect((await come(portal.visitor(), 'yara', { email: `yara.new@${at.domain}` }, at)).headers.location).toBe('/');
});

it('SSO-07 SCIM-02 asks for a proof of an account that the directory made and its person has kept since', async () => {
  const at = await connectedCompany(portal, counterpart);
  const scim = await connectDirectory(portal, at);
  await scim('POST', '/Users', scimUser('zora', at.domain));
  const zora = await newcomer('zora', at);
  expect((await at.owner.delete(`${at.path}/people/${zora.userId}`)).status).toBe(200);
  // The link to the private address does this, and later an owner invites that address.
  await rows(`update users set email = 'zora@home.example', password_hash = 'x' where id = $1`, [zora.userId]);
  await rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`, [
    zora.userId,
    at.id,
  ]);
  const browser = portal.visitor();
  expect((await come(browser, 'zora', {}, at)).headers.location).toBe('/auth?view=link');
  expect(await isSignedIn(browser)).toBe(false);
});

it('SSO-01 warns owners of each secret that ends, also of two on one day', async () => {
  const at = await connectedCompany(portal, counterpart);
  const second = await at.owner.post(`${at.path}/connections`, {
    name: 'Second account',
    // Spaces and line ends come from copying.
    issuer: ` ${counterpart.issuer}\n`,
    clientId: ' x\n',
    clientSecret: 'y',
  });
  expect(second.status).toBe(201);
  expect(second.body).toMatchObject({ issuer: counterpart.issuer, clientId: 'x' });
  await rows(`update connections set secret_ends_on = current_date + 5 where organisation_id = $1`, [at.id]);
  await portal.runJobs();
  const before = portal.sentMails.length;
  await runTask(portal, 'warn-of-secrets');
  await portal.runJobs();
  const subjects = portal.sentMails
    .slice(before)
    .map(({ subject }) => subject)
    .toSorted();
  expect(subjects).toEqual([
    'The client secret of Fairbourne account ends within 7 days',
    'The client secret of Second account ends within 7 days',
  ]);
});

it.each([
  ['sub', 'a\u0000b'],
  ['oid', 'a\u0000b'],
  ['amr', ['a\u0000b']],
])('SSO-04 answers a claim %s that cannot be stored with a refusal or without it', async (claim, value) => {
  const browser = portal.visitor();
  const begun = await browser.get(`/api/sso/${company.connectionId}/start`);
  const path = await counterpart.answerFor(String(begun.headers.location), company.person(`zoe-${claim}`));
  counterpart.faults.tokens = async (body) => {
    const claims = JSON.parse(Buffer.from(String(body.id_token).split('.')[1] ?? '', 'base64url').toString());
    return { ...body, id_token: await counterpart.sign({ ...claims, [claim]: value }) };
  };
  const answer = await browser.get(path, html);
  delete counterpart.faults.tokens;
  expect(answer.status).toBe(302);
});

it('SSO-12 refuses a logout token whose subject cannot be stored', async () => {
  expect([200, 400]).toContain(
    await sendLogout(portal.app, counterpart, company.connectionId, { jti: 'nul', sub: 'a\u0000b' }),
  );
});

it('SSO-06 takes no claim of Entra from another provider for a verified address', async () => {
  const answer = await come(portal.visitor(), 'edo', { email_verified: false, xms_edov: true });
  expect(String(answer.headers.location)).toContain('outcome=address-unverified');
});

it('SSO-12 a logout token ends a sign-in that waits', async () => {
  const at = await connectedCompany(portal, counterpart);
  await newcomer('quin', at);
  const present = await portal.member();
  expect((await come(present, 'quin', {}, at)).headers.location).toBe('/auth?view=switch');
  expect(await sendLogout(portal.app, counterpart, at.connectionId, { jti: 'w', sub: at.person('quin').sub })).toBe(
    200,
  );
  expect((await present.post('/api/sso/pending/switch')).status).not.toBe(200);
});

it('SSO-05 lets a known person in whose new address a connection of the portal does not vouch for', async () => {
  const admin = await portal.administrator();
  const added = await admin.post('/api/admin/connections', {
    name: 'Portal one',
    issuer: counterpart.issuer,
    clientId: counterpart.clientId,
    clientSecret: counterpart.clientSecret,
  });
  expect(added.status).toBe(201);
  const id = String(added.body.id);
  counterpart.allow(String(added.body.redirectAddress));
  await rows(`update connections set state = 'active', activated_at = now() where id = $1`, [id]);
  const person = (claims: object) => ({ sub: 'p-1', claims: { given_name: 'P', family_name: 'Q', ...claims } });
  expect(
    (await counterpart.come(portal.visitor(), id, person({ email: 'p@home.example', email_verified: true }))).headers
      .location,
  ).toBe('/');
  expect(
    (await counterpart.come(portal.visitor(), id, person({ email: 'q@home.example', email_verified: false }))).headers
      .location,
  ).toBe('/');
});

async function privateAddress(person: Client, email: string) {
  await person.put('/api/user/private-address', { email });
  await portal.runJobs();
  const mailed = /[A-Z0-9]{5}-[A-Z0-9]{5}/.exec(portal.sentMails.findLast(({ to }) => to === email)?.text ?? '')?.[0];
  expect((await person.post('/api/user/private-address/confirm', { code: mailed })).status).toBe(200);
}
const tokenTo = (to: string) =>
  /token=([\w-]+)/.exec(
    portal.sentMails.findLast((one) => one.to === to && one.text.includes('token='))?.text ?? '',
  )?.[1];

it('SSO-05 SSO-10 a link to a private address ends once the person is in again', async () => {
  const at = await connectedCompany(portal, counterpart);
  const person = await newcomer('rhea', at);
  await privateAddress(person, 'rhea@home.example');
  await at.owner.delete(`${at.path}/people/${person.userId}`);
  await portal.runJobs();
  const token = tokenTo('rhea@home.example');
  expect(token).toBeDefined();
  await rows(`update connections set state = 'enforced', enforced_at = now() where id = $1`, [at.connectionId]);
  await at.owner.post(`${at.path}/invitations`, { emails: [person.email], role: 'learner' });
  const browser = portal.visitor();
  expect((await come(browser, 'rhea', {}, at)).headers.location).toBe('/auth?view=link');
  await browser.post('/api/sso/pending/mail');
  await portal.runJobs();
  const link = /view=link&token=([\w-]+)/.exec(
    portal.sentMails.findLast((one) => one.to === person.email && one.text.includes('view=link'))?.text ?? '',
  )?.[1];
  expect((await browser.post('/api/sso/pending/link', { token: link })).status).toBe(200);
  const set = await portal.visitor().post('/api/reset-password', { token, password: 'quiet-harbour-9' });
  const now = await rows(
    'select u.email, p.organisation_id from users u join organisation_people p on p.user_id = u.id where u.id = $1',
    [person.userId],
  );
  expect([set.status === 200, now]).toEqual([false, [{ email: person.email, organisation_id: at.id }]]);
});

it('SSO-05 mails a link to the private address of a removed person who never came through the connection', async () => {
  const at = await connectedCompany(portal, counterpart);
  const member = await portal.member();
  await rows('update users set email = $2, email_verified_at = now() where id = $1', [
    member.userId,
    `sina@${at.domain}`,
  ]);
  await rows(`insert into organisation_people (user_id, organisation_id, role) values ($1, $2, 'learner')`, [
    member.userId,
    at.id,
  ]);
  await privateAddress(member, 'sina@home.example');
  await rows(`update connections set state = 'enforced', enforced_at = now() where id = $1`, [at.connectionId]);
  expect((await at.owner.delete(`${at.path}/people/${member.userId}`)).status).toBe(200);
  await portal.runJobs();
  expect(tokenTo('sina@home.example')).toBeDefined();
});

it('SSO-12 a logout token with a session that the identity token did not name ends those of its subject', async () => {
  const at = await connectedCompany(portal, counterpart);
  const person = await newcomer('quip', at);
  await rows(
    'update connection_sessions w set provider_sid = null from sign_in_sessions s where s.id = w.session_id and s.user_id = $1',
    [person.userId],
  );
  expect(
    await sendLogout(portal.app, counterpart, at.connectionId, { jti: 'wx', sub: at.person('quip').sub, sid: 'any' }),
  ).toBe(200);
  expect(await isSignedIn(person)).toBe(false);
});

it('SSO-12 an organisation’s fetch of keys does not stand in for the portal’s', async () => {
  const inside = await startCounterpart();
  const { portal: led } = inside.outbound;
  const outside = {
    ...led,
    fetch: async (address: string | URL, options?: object) => {
      if (String(address).endsWith('/jwks')) throw new Error('address not allowed');
      return led.fetch(address, options);
    },
  };
  const two = await createTestPortal({}, { outbound: { portal: led, public: outside, close: async () => {} } });
  const send = (id: string, jti: string) => sendLogout(two.app, inside, id, { jti, sub: 's' });
  const form = { name: 'One', issuer: inside.issuer, clientId: inside.clientId, clientSecret: inside.clientSecret };
  const { owner, path } = await provenOrganisation(two);
  const ofCompany = await owner.post(`${path}/connections`, form);
  const ofPortal = await (await two.administrator()).post('/api/admin/connections', form);
  const said = [await send(String(ofCompany.body.id), 'a'), await send(String(ofPortal.body.id), 'b')];
  await two.close();
  await inside.close();
  expect(said).toEqual([400, 200]);
});

it('SSO-01 warns administrators of each secret of a connection of the portal', async () => {
  const admin = await portal.administrator();
  const added = await admin.post('/api/admin/connections', {
    name: 'Yearly',
    issuer: counterpart.issuer,
    clientId: 'x',
    clientSecret: 'y',
  });
  const said = () =>
    portal.sentMails.filter(
      ({ subject }) => subject === 'The sign-in with Yearly needs a new client secret within 7 days',
    ).length;
  await portal.runJobs();
  const counts: number[] = [];
  for (const year of [1, 2]) {
    await rows(
      `update connections set secret_ends_on = current_date + ${year + 3}, secret_mailed_days = null where id = $1`,
      [added.body.id],
    );
    await runTask(portal, 'warn-of-secrets');
    await portal.runJobs();
    counts.push(said());
  }
  expect(counts[1]).toBe((counts[0] ?? 0) * 2);
  expect(counts[0]).toBeGreaterThan(0);
});
