import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unlogged } from '#server/platform/telemetry/log.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { insertTool, tokenFor } from '#tests/support/tools.ts';

/** Everything that the portal logs, at the most detailed level. */
const lines: string[] = [];
let portal: PayingPortal;
beforeAll(async () => {
  const sink = { write: (line: string) => void lines.push(line) };
  portal = await createPayingPortal({ replaced: { logger: pino({ level: 'trace', redact: unlogged }, sink) } });
});
afterAll(() => portal.close());

const secret = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
const planted = {
  email: `${secret('person')}@example.org`,
  otherEmail: `${secret('other')}@example.org`,
  password: secret('password'),
  wrongPassword: secret('wrong'),
  newPassword: secret('newer'),
  firstName: secret('Mira'),
  organization: secret('Trust'),
  resetToken: secret('reset'),
  verifyToken: secret('verify'),
  promoCode: secret('CODE'),
  search: secret('search'),
  card: '4242424242424242',
  webhook: secret('whsec'),
  bearer: secret('bearer'),
};

async function useEverything(visitor: Client): Promise<string[]> {
  const { email, password, wrongPassword, newPassword, firstName, organization } = planted;
  const form = { email, password, firstName, lastName: 'T', organization };
  await visitor.post('/api/register', form);
  await portal.visitor().post('/api/register', form);
  await portal.visitor().post('/api/login', { email, password: wrongPassword });
  await portal.visitor().post('/api/login', { email: planted.otherEmail, password });
  await portal.visitor().post('/api/forgot-password', { email });
  await portal.visitor().post('/api/validate-reset-token', { token: planted.resetToken });
  await portal.visitor().get(`/api/verify-email?token=${planted.verifyToken}`);
  await portal.visitor().post('/api/verify-email', { token: planted.verifyToken });
  await portal.visitor().get('/api/tool-session', { authorization: `Bearer ${planted.bearer}` });
  await portal.visitor().post('/api/webhooks/stripe', {}, { 'stripe-signature': `t=1,v1=${planted.webhook}` });
  await visitor.post('/api/promo-codes/validate', { code: planted.promoCode });
  await visitor.get(`/api/resources?search=${planted.search}`);
  const resourceId = await portal.addResource();
  const payment = await portal.openPayment(visitor, resourceId);
  const card = { number: planted.card, exp_month: '12', exp_year: '2034', cvc: '123' };
  const method = new URLSearchParams({ type: 'card', key: portal.sandbox.publishableKey });
  for (const [name, value] of Object.entries(card)) method.set(`card[${name}]`, value);
  await fetch(`${portal.origin}/sandbox/payments/v1/payment_methods`, { method: 'POST', body: method });
  await portal.pay(payment.clientSecret);
  const token = await tokenFor(visitor, await insertTool(portal.database));
  await visitor.post('/api/user/change-password', {
    currentPassword: password,
    newPassword,
    confirmPassword: newPassword,
  });
  await portal.runWebhooks();
  return [token, payment.clientSecret, visitor.cookies.session ?? ''];
}

it('GEN-15 no secret and no personal data reaches the log, whatever goes wrong', { tags: 'long' }, async () => {
  const given = await useEverything(portal.visitor());
  const mailed = portal.sentMails.flatMap(({ text }) =>
    [...text.matchAll(/token=([\w-]{20,})/g)].map(([, one]) => one ?? ''),
  );
  expect(mailed.length).toBeGreaterThan(0);
  // A row that PostgreSQL rejects is an unexpected error, and its message quotes the row.
  await portal.database.owner.query('alter table users add constraint refuse_all check (false) not valid');
  const rejected = await portal.visitor().post('/api/register', {
    email: planted.otherEmail,
    password: planted.password,
    firstName: planted.firstName,
    lastName: 'T',
  });
  await portal.database.owner.query('alter table users drop constraint refuse_all');
  expect(rejected.status).toBe(500);
  expect(lines.join('')).toContain('refuse_all');
  const found = [...Object.entries(planted), ...[...given, ...mailed].map((value) => [value, value] as const)].filter(
    ([, value]) => value !== '' && lines.some((line) => line.includes(value)),
  );
  expect(found).toEqual([]);
});

const requestsSince = (start: number) =>
  lines.slice(start).flatMap((line) => {
    const parsed = JSON.parse(line);
    return parsed.msg === 'request' ? [parsed] : [];
  });

it('OPS-05 each request leaves one line with method, pattern, status, time and a hash of its member', async () => {
  const member = await portal.member();
  const before = lines.length;
  await portal.visitor().get(`/api/resources/1?search=${planted.search}`);
  await portal.visitor().get(`/no/such/${planted.search}`);
  await member.get('/api/user');
  await member.get('/api/user/resource-access?resourceId=1');
  const found = requestsSince(before);
  expect(found.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/resources/:id', 401],
    ['GET', 'unknown', 404],
    ['GET', '/api/user', 200],
    ['GET', '/api/user/resource-access', 200],
  ]);
  const [visitor, , first, second] = found;
  expect(visitor.caller).toBe(null);
  expect(first.caller).toMatch(/^[0-9a-f]{16}$/);
  expect(second.caller).toBe(first.caller);
  expect(Number.isInteger(first.ms)).toBe(true);
  expect(lines.slice(before).join('')).not.toContain(planted.search);
});

it('OPS-05 a request has an id of the portal’s own, and the line keeps the id or the trace that came with it beside it', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const correlationOf = async (headers: Record<string, string>) => {
    const before = lines.length;
    const answer = await portal.visitor().get('/api/config', headers);
    const [line] = requestsSince(before);
    expect(line.reqId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(answer.headers['x-request-id']).toBe(line.reqId);
    return line.correlationId;
  };
  expect(await correlationOf({ 'x-request-id': 'proxy-0123456789' })).toBe('proxy-0123456789');
  expect(await correlationOf({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace);
  for (const bad of ['short', 'a b c d e f g h', 'x'.repeat(65), '"quoted-and-long"']) {
    expect(await correlationOf({ 'x-request-id': bad })).toBeUndefined();
  }
  expect(await correlationOf({ traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })).toBeUndefined();
});

it('OPS-05 a job that a request enqueues carries the id of the request', async () => {
  const answer = await portal.visitor().post('/api/forgot-password', { email: 'unknown@example.org' });
  const { rows } = await portal.database.owner.query(
    `select payload->>'requestId' as cause from graphile_worker._private_jobs where payload->>'email' = 'unknown@example.org'`,
  );
  expect(rows).toEqual([{ cause: answer.headers['x-request-id'] }]);
});

it('OPS-05 a change with a used x-request-id mails its notice all the same', async () => {
  const headers = { 'x-request-id': 'stolen-session-01' };
  const member = await portal.member();
  const passwords = ['portal-demo', 'a first new password', 'a second new password'];
  for (const [index, newPassword] of passwords.slice(1).entries()) {
    const form = { currentPassword: passwords[index], newPassword, confirmPassword: newPassword };
    const { status } = await member.send({ method: 'POST', url: '/api/user/change-password', payload: form, headers });
    expect(status).toBe(200);
  }
  const { rows } = await portal.database.pool.query(
    `select count(*)::int as notices from mails join users on recipient = email
     where dedupe_key like 'password-changed:%' and users.id = $1`,
    [member.userId],
  );
  expect(rows).toEqual([{ notices: 2 }]);
});

it('V16.3.1 each failed sign-in leaves a line in the log, without the address', async () => {
  const before = lines.length;
  await portal.visitor().post('/api/login', { email: planted.otherEmail, password: planted.wrongPassword });
  const failures = lines.slice(before).filter((line) => line.includes('a sign-in failed'));
  expect(failures.map((line) => JSON.parse(line).code)).toEqual(['accounts.wrong-credentials']);
  expect(failures[0]).toMatch(/"reqId":"[\w-]{36}"/);
  expect(failures.join('')).not.toContain(planted.otherEmail);
});
