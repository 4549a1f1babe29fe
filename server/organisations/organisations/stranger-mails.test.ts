import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '#server/app/app.ts';
import { readEnv } from '#server/app/env.ts';
import { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { verifiedMember } from '#tests/support/promotions.ts';

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

type Rejection = { code?: string; message: string };
const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const addresses = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}@example.net`);
const resetCounters = () => rows(`delete from limit_counters where key like 'organisations-%'`);

async function organisation(name = 'Northmere Council') {
  const owner = await verifiedMember(portal);
  const { body } = await owner.post<{ id: number }>('/api/organisations', { name });
  const path = `/api/organisations/${body.id}`;
  const invite = (emails: string[]) => owner.post<Rejection>(`${path}/invitations`, { emails, role: 'learner' });
  return { id: body.id, owner, path, invite };
}
const confirmAs = (id: number, form: object) =>
  administrator.put<Rejection>(`/api/admin/organisations/${id}/confirmation`, form);
const confirm = async (id: number, isConfirmed = true) =>
  confirmAs(id, { isConfirmed, ...(await rows('select name from organisations where id = $1', [id]))[0] });
const prove = (id: number, domain: string) =>
  rows(
    `insert into organisation_domains (organisation_id, domain, dns_secret, proven_at) values ($1, $2, repeat('s', 43), now())`,
    [id, domain],
  );

it('ORG-11 names of people, organisations and rounds that hold an address are refused', async () => {
  const { owner, path } = await organisation();
  const name = 'Prize at evil.example/win';
  const account = { firstName: name, lastName: 'B', email: 'victim@example.net', password: 'portal-demo' };
  const replies = [
    await portal.visitor().post<Rejection>('/api/register', account),
    await owner.patch<Rejection>('/api/user/profile', { lastName: name }),
    await (await verifiedMember(portal)).post<Rejection>('/api/organisations', { name }),
    await owner.post<Rejection>(`${path}/assessment-rounds`, { title: name, closesOn: '2030-01-01' }),
    await administrator.post<Rejection>('/api/users', account),
  ];
  expect(replies.map(({ status, body }) => [status, body.message])).toEqual(
    ['First name', 'Last name', 'Name', 'Title', 'First name'].map((field) => [
      400,
      `${field} must not contain a web or email address`,
    ]),
  );
});

it('ORG-11 an administrator confirms no name but the one that was seen', async () => {
  const { id, path, owner } = await organisation();
  const confirmed = async () =>
    (await rows('select confirmed_at from organisations where id = $1', [id]))[0].confirmed_at;
  for (const form of [{ isConfirmed: true }, { isConfirmed: true, name: ' ' }, { isConfirmed: true, name: 1 }]) {
    expect((await confirmAs(id, form)).status).toBe(400);
  }
  await owner.patch(path, { name: 'Southmere Bank' });
  const rejected = await confirmAs(id, { isConfirmed: true, name: 'Northmere Council' });
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    'The organisation is called “Southmere Bank” by now. Nothing was changed. Check this name before you confirm it.',
  ]);
  expect(await confirmed()).toBeNull();
  expect((await confirm(id)).status).toBe(200);
  expect(await confirmed()).not.toBeNull();
  const audited = await rows(`select before, after from audit_log where action = 'confirm' and object_id = $1`, [id]);
  expect(audited).toEqual([
    {
      before: { name: 'Southmere Bank', isConfirmed: false },
      after: { name: 'Southmere Bank', isConfirmed: true },
    },
  ]);
});

it('ORG-11 an organisation that is not known invites 50 people a day for each account and network; others are not limited', async () => {
  await resetCounters();
  const [first, second, known] = [await organisation(), await organisation(), await organisation()];
  const limited = [409, 'organisations.invitations-limited'];
  const rejection = async (asked: Promise<{ status: number; body: Rejection }>) => {
    const { status, body } = await asked;
    return [status, body.code];
  };
  expect(await rejection(first.invite(addresses('a', 51)))).toEqual(limited);
  expect((await first.invite(addresses('a', 40))).status).toBe(201);
  expect(await rejection(first.invite(addresses('b', 11)))).toEqual(limited);
  expect(await rejection(second.invite(addresses('c', 11)))).toEqual(limited);
  expect((await second.invite(addresses('c', 10))).status).toBe(201);
  expect(await rejection(second.invite(['d@example.net']))).toEqual(limited);
  await prove(known.id, 'known.example');
  expect((await known.invite(addresses('e', 60))).status).toBe(201);
  expect((await confirm(second.id)).status).toBe(200);
  expect((await second.invite(addresses('f', 60))).status).toBe(201);
  expect((await confirm(second.id, false)).status).toBe(200);
  expect(await rejection(second.invite(['g@example.net']))).toEqual(limited);
});

it('ORG-11 in a demo the limit is 500, so that everything can be tried', async () => {
  await resetCounters();
  const { path, owner, id } = await organisation();
  const { limitFactor } = readEnv({ DEMO: '1', PUBLIC_URL: 'http://portal.test' });
  const app = await createApp({ ...portal.dependencies, env: { ...portal.env, limitFactor } });
  try {
    const client = new Client(app);
    client.cookies = owner.cookies;
    const invite = (emails: string[]) => client.post<Rejection>(`${path}/invitations`, { emails, role: 'learner' });
    expect((await invite(addresses('demo', 60))).status).toBe(201);
    await rows(`update limit_counters set hits = 499 where key like 'organisations-unknown:%'`);
    expect((await invite(['demo-500@example.net'])).status).toBe(201);
    const rejected = await invite(['demo-501@example.net']);
    expect([rejected.status, rejected.body.code]).toEqual([409, 'organisations.invitations-limited']);
    expect(rejected.body.message).toContain('500');
    const invited = await rows('select 1 from organisation_invitations where organisation_id = $1', [id]);
    expect(invited).toHaveLength(61);
  } finally {
    await app.close();
  }
});

it('ORG-13 only an organisation that is known adds a message, without addresses; it is gone once that ends', async () => {
  await resetCounters();
  const { id, owner, path, invite } = await organisation('Quayside Trust');
  const send = (email: string, message: unknown) =>
    owner.post<Rejection>(`${path}/invitations`, { emails: [email], role: 'learner', message });
  const words = 'Please begin with chapter 4.\nThe team needs it in March.';
  const early = await send('early@example.net', words);
  expect([early.status, early.body.code]).toEqual([409, 'organisations.message-not-allowed']);
  expect((await invite(['plain@example.net'])).status).toBe(201);
  await confirm(id);
  for (const wrong of [
    'Win at https://evil.example',
    'See evil.example/win',
    'Ask me@evil.example',
    'x'.repeat(501),
    5,
  ]) {
    expect((await send('wrong@example.net', wrong)).status).toBe(400);
  }
  expect((await send('blank@example.net', ' \n ')).status).toBe(201);
  expect((await send('words@example.net', ` ${words}\u0007 `)).status).toBe(201);
  expect((await owner.get<{ isKnown: boolean }>('/api/user/organisation')).body.isKnown).toBe(true);
  await portal.runJobs();
  const textTo = (address: string) => portal.sentMails.find(({ to }) => to === address)?.text ?? '';
  expect(textTo('words@example.net')).toContain(`Mira Tollander writes:\n\n“${words}”`);
  for (const other of ['plain@example.net', 'blank@example.net']) expect(textTo(other)).not.toContain('writes:');
  expect(textTo('wrong@example.net') + textTo('early@example.net')).toBe('');
  const secret = /token=([\w-]{43})/.exec(textTo('words@example.net'))?.[1];
  const shown = async () =>
    (await portal.visitor().post<{ message: string | null }>('/api/invitations/open', { token: secret })).body.message;
  expect(await shown()).toBe(words);
  await confirm(id, false);
  expect(await shown()).toBeNull();
  await confirm(id);
  await rows(`update organisation_people set role = 'learner' where user_id = $1`, [owner.userId]);
  expect(await shown()).toBeNull();
});

it('ORG-11 mails name an organisation in their subject only once it is known, and never a name that holds an address', {
  tags: 'long',
}, async () => {
  await resetCounters();
  const { id, owner, path, invite } = await organisation('Harbourside');
  const { body: domain } = await owner.post<{ id: number }>(`${path}/domains`, { domain: 'harbourside.org' });
  await owner.post(`${path}/domains/${domain.id}/email`, { mailbox: 'admin' });
  await invite(['before@example.net']);
  await portal.runJobs();
  await confirm(id);
  await invite(['after@example.net']);
  await portal.runJobs();
  await rows(`update organisations set name = 'Win at https://evil.example' where id = $1`, [id]);
  await invite(['older@example.net']);
  await portal.runJobs();
  const mailTo = (address: string) => portal.sentMails.find(({ to }) => to === address);
  expect(['admin@harbourside.org', 'before@example.net', 'after@example.net'].map((to) => mailTo(to)?.subject)).toEqual(
    [
      'Verify harbourside.org at RAPP Learning',
      'An organisation invites you to RAPP Learning',
      'Harbourside invites you to RAPP Learning',
    ],
  );
  expect(JSON.stringify(mailTo('older@example.net'))).not.toContain('evil.example');
});

it('ORG-11 one address gets five invitations a day; further ones wait for the next day', { tags: 'long' }, async () => {
  await resetCounters();
  const inviting = [];
  for (let count = 0; count < 6; count += 1) inviting.push(await organisation(`Council ${count}`));
  for (const { invite } of inviting) expect((await invite(['Mira@example.net'])).status).toBe(201);
  await portal.runJobs();
  const mails = () => portal.sentMails.filter(({ to }) => to === 'Mira@example.net').length;
  expect(mails()).toBe(5);
  await resetCounters();
  await rows(`select graphile_worker.add_job('send-waiting-invitations', '{}'::json)`);
  await portal.runJobs();
  await portal.runJobs();
  expect(mails()).toBe(6);
});

it('ORG-11 the publisher stops invitations of organisations that are not known; the code that proves a domain is mailed', async () => {
  await resetCounters();
  const { id, owner, path, invite } = await organisation();
  await administrator.put('/api/admin/portal-settings', { unknownOrganisationsInvite: false });
  expect((await invite(['off@example.net'])).body.code).toBe('organisations.invitations-off');
  const { body: domain } = await owner.post<{ id: number }>(`${path}/domains`, { domain: 'off-works.org' });
  expect((await owner.post(`${path}/domains/${domain.id}/email`, { mailbox: 'admin' })).status).toBe(200);
  await confirm(id);
  expect((await invite(['off@example.net'])).status).toBe(201);
  await administrator.put('/api/admin/portal-settings', { unknownOrganisationsInvite: true });
});
