import { expect, it } from 'vitest';
import { readEnv } from '#server/app/env.ts';
import { paymentLimits } from '#server/commerce/payments/flows/call-limits.ts';
import { downloadLimits } from '#server/learning/library/routes.ts';
import { toolLimits } from '#server/learning/tools/routes.ts';
import { waitInWords } from '#server/platform/failure.ts';
import { startTestIdentity } from '#tests/support/identity.ts';
import { createTestPortal, production } from '#tests/support/portal.ts';
import { signInLimits } from './flows/deps.ts';

const person = (name: string) => ({
  email: `${name}@example.org`,
  password: 'portal-demo',
  firstName: 'M',
  lastName: 'T',
});

it('ACCT-08 the registration over the limit of its network is refused, says when to try again and makes no account', async () => {
  const portal = await createTestPortal({ ...production, NETWORK_REGISTRATIONS_PER_HOUR: '3' });
  const register = (name: string) => portal.visitor().post('/api/register', person(name));
  for (const name of ['one', 'two', 'three']) expect((await register(name)).status).toBe(201);
  const { status, headers, body } = await register('four');
  const seconds = Number(headers['retry-after']);
  expect([status, seconds > 0, seconds <= 3600]).toEqual([429, true, true]);
  expect(body).toEqual({
    code: 'request.too-many',
    message: `Too many attempts. Please try again in ${waitInWords(seconds)}.`,
  });
  expect((await portal.database.pool.query('select email from users order by id')).rows).toHaveLength(3);
  await portal.close();
});

it('ACCT-08 one address gets five verification mails a day, by the form, by Google and when asked for, and may register all the same', async () => {
  const identity = await startTestIdentity('http://portal.test');
  const portal = await createTestPortal(production, { identityProvider: identity.provider });
  const email = 'often@example.org';
  /** Marks the account as deleted and frees its email address. */
  const leave = () =>
    portal.database.owner.query(
      `update users set deleted_at = now(), email = 'gone-' || id || '@x.test' where address_key = $1`,
      [email],
    );
  const mails = async () => {
    await portal.runJobs();
    return portal.sentMails.filter(({ to }) => to.toLowerCase() === email).length;
  };
  const byForm = async () => {
    const member = portal.visitor();
    const form = { ...person('often'), email: email.toUpperCase() };
    expect((await member.post('/api/register', form)).status).toBe(201);
    return member;
  };
  for (let time = 0; time < 5; time++) {
    await byForm();
    await leave();
  }
  expect(await mails()).toBe(5);
  const member = await byForm();
  const resent = await member.post('/api/user/verification-mail');
  expect(resent.status).toBe(429);
  await leave();
  const byGoogle = portal.visitor();
  await identity.come(byGoogle, { email, isWorkspace: 'false' });
  expect((await byGoogle.get('/api/user')).body).toMatchObject({ email, emailVerified: false });
  expect(await mails()).toBe(5);
  await portal.close();
  await identity.close();
});

it('ACCT-08 registrations by Google count for their network; signing in again does not', { tags: 'long' }, async () => {
  const identity = await startTestIdentity('http://portal.test');
  const variables = { ...production, NETWORK_REGISTRATIONS_PER_HOUR: '1' };
  const portal = await createTestPortal(variables, { identityProvider: identity.provider });
  const come = async (email: string) => (await identity.come(portal.visitor(), { email })).status;
  expect([await come('first@gmail.com'), await come('second@gmail.com'), await come('first@gmail.com')]).toEqual([
    302, 429, 302,
  ]);
  expect((await portal.database.pool.query('select email from users')).rows).toEqual([{ email: 'first@gmail.com' }]);
  await portal.close();
  await identity.close();
});

it('ACCT-08 the limit of a day holds as well', { tags: 'long' }, async () => {
  const portal = await createTestPortal({ ...production, NETWORK_REGISTRATIONS_PER_DAY: '1' });
  expect((await portal.visitor().post('/api/register', person('one'))).status).toBe(201);
  const { status, body } = await portal.visitor().post('/api/register', person('two'));
  expect([status, body.message]).toEqual([429, expect.stringMatching(/again in \d+ (hours?|minutes?|seconds?)\.$/)]);
  await portal.close();
});

it('ACCT-08 an office of many members fits behind one address by default, and NETWORK_LIMIT_FACTOR widens it', () => {
  const { NETWORK_LIMIT_FACTOR: _, ...byDefault } = production;
  const maxima = (variables: Record<string, string>) => {
    const env = readEnv(variables);
    const limits = signInLimits(env);
    return {
      registrations: limits.registrations.map(({ max }) => max),
      failedSignIns: limits.failedSignInsPerNetwork.max,
      links: limits.linkTries.max,
      payments: paymentLimits('payment', env).creations.perNetwork.max,
      downloads: downloadLimits(env).filesOfNetwork.max,
      tools: toolLimits(env).openingsPerNetwork.max,
      ofOneMember: [paymentLimits('payment', env).creations.perMember.max, downloadLimits(env).filesOfMember.max],
    };
  };
  const office = {
    registrations: [60, 300],
    failedSignIns: 150,
    links: 50,
    payments: 100,
    downloads: 3000,
    tools: 300,
  };
  const ofOneMember = [10, 300];
  expect(maxima(byDefault)).toEqual({ ...office, ofOneMember });
  expect(maxima({ ...byDefault, NETWORK_LIMIT_FACTOR: '10' })).toEqual({
    registrations: [60, 300],
    failedSignIns: 300,
    links: 100,
    payments: 200,
    downloads: 6000,
    tools: 600,
    ofOneMember,
  });
  expect(() => readEnv({ ...byDefault, NETWORK_LIMIT_FACTOR: '0' })).toThrow(
    'must be a whole number from 1 to 1000, such as 5.',
  );
});

it('GEN-17 a demo lets one address register 3,000 times an hour', () => {
  const { registrations } = signInLimits(readEnv({}));
  expect(registrations[0]).toMatchObject({ max: 3000, windowSeconds: 3600 });
});

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3600, '1 hour'],
  [3601, '2 hours'],
  [86_400, '24 hours'],
])('ACCT-08 a wait of %i seconds is said as %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
