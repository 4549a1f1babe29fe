import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const form = { email: 'ada@example.org', password: 'correct horse', firstName: 'Ada', lastName: 'Byron' };
const family = '👨‍👩‍👧‍👦';

describe('names', () => {
  it.each([
    ['nothing but zero-width characters', '\u200b\u200d\ufeff', 'First name is required'],
    ['half a character', 'Ada\ud83d', 'First name contains characters that cannot be stored'],
    ['101 families', family.repeat(101), 'First name must be at most 100 characters'],
    ['a letter with 1,000 marks', `a${'\u0301'.repeat(1_000)}`, 'First name contains characters that cannot be stored'],
  ])('TEXT-01 TEXT-03 a first name of %s is refused', async (_, firstName, message) => {
    const answer = await portal.visitor().post('/api/register', { ...form, firstName });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it('TEXT-01 a line break in a name stays out of the mail that greets its owner', async () => {
    const answer = await portal
      .visitor()
      .post('/api/register', { ...form, firstName: 'Ada\r\nBcc: x\u202e', organization: '\u200b' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ firstName: 'Ada Bcc: x', organization: null });
    await portal.runJobs();
    const mails = portal.sentMails.filter(({ to }) => to === form.email);
    expect(mails.length).toBeGreaterThan(0);
    for (const { text, subject } of mails) expect(`${subject}\n${text}`).not.toMatch(/^Bcc:/m);
  });

  it('TEXT-03 a name of 100 families is stored and shown whole', async () => {
    const email = 'families@example.org';
    const answer = await portal.visitor().post('/api/register', { ...form, email, firstName: family.repeat(100) });
    expect([answer.status, answer.body.firstName]).toEqual([201, family.repeat(100)]);
  });
});

describe('addresses with an international domain', () => {
  it('TEXT-05 registers once in either spelling, and signs in with both', async () => {
    const answer = await portal.visitor().post('/api/register', { ...form, email: ' ada@Exämple.de' });
    expect([answer.status, answer.body.email]).toEqual([201, 'ada@xn--exmple-cua.de']);
    const again = await portal.visitor().post('/api/register', { ...form, email: 'ADA@XN--EXMPLE-CUA.DE' });
    expect([again.status, again.body.code]).toEqual([409, 'accounts.email-taken']);
    for (const email of ['ada@exämple.de', 'Ada@EXÄMPLE.DE', 'ada@xn--exmple-cua.de']) {
      const { status, body } = await portal.visitor().post('/api/login', { email, password: form.password });
      expect([status, body.id]).toEqual([200, answer.body.id]);
    }
  });

  it('TEXT-05 an administrator finds the account by the address as it is typed', async () => {
    const administrator = await portal.administrator();
    const { body } = await administrator.get(`/api/users?search=${encodeURIComponent('da@exämple.de')}`);
    expect((body as unknown as { email: string }[]).map((user) => user.email)).toEqual(['ada@xn--exmple-cua.de']);
  });

  it('TEXT-05 an account of an earlier version, whose local part is too long today, signs in', async () => {
    const email = `${'a'.repeat(70)}@example.org`;
    expect((await portal.visitor().post('/api/register', { ...form, email })).status).toBe(400);
    await portal.visitor().post('/api/register', { ...form, email: 'short@example.org' });
    await portal.database.owner.query('update users set email = $1 where email = $2', [email, 'short@example.org']);
    expect((await portal.visitor().post('/api/login', { email, password: form.password })).status).toBe(200);
  });
});

describe('passwords and secrets', () => {
  it('TEXT-01 a password is taken as it was typed: no character of it is folded, dropped or refused', async () => {
    const email = 'exact@example.org';
    const password = ' ｐａss\u0000 e\u0301\u200b\n\ud83d ';
    expect((await portal.visitor().post('/api/register', { ...form, email, password })).status).toBe(201);
    const signIn = async (typed: string) =>
      (await portal.visitor().post('/api/login', { email, password: typed })).status;
    expect(await signIn(password)).toBe(200);
    for (const other of [password.trim(), password.normalize('NFKC'), password.replace('\u0000', '')]) {
      expect(await signIn(other)).toBe(401);
    }
  });

  it('TEXT-01 the secret of a link that holds what the database cannot store is an unknown one', async () => {
    const answer = await portal.visitor().post('/api/reset-password', { token: 'a\u0000b', password: 'correct horse' });
    const unknown = await portal.visitor().post('/api/reset-password', { token: 'ab', password: 'correct horse' });
    expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body]);
  });
});
