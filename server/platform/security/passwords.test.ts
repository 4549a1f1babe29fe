import { expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';
import { hashSecret, newSecret } from './secrets.ts';

it('V11.4.2 a password is kept as argon2id with at least 19 MiB and two passes, differently each time', async () => {
  const [one, other] = [await hashPassword('portal-demo'), await hashPassword('portal-demo')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect([await isPassword('portal-demo', one), await isPassword('portal-demp', one)]).toEqual([true, false]);
});

it('V6.2.8 a password counts as it was typed: blanks, signs and length, however its letters were composed', async () => {
  const typed = ` ${'🔑'.repeat(10)} pässwörd ${'x'.repeat(90)} `;
  const hash = await hashPassword(typed.normalize('NFC'));
  expect(await isPassword(typed.normalize('NFD'), hash)).toBe(true);
  for (const other of [typed.trim(), typed.slice(0, -2), typed.toLowerCase().replace('x', 'X')]) {
    expect(await isPassword(other, hash)).toBe(false);
  }
});

it('V6.3.8 a missing account is refused after the same work, and never let in', async () => {
  expect(await isPassword('no account has this password', null)).toBe(false);
});

it('V11.5.1 V7.2.3 secrets are 256 bits of chance, of which only a hash is kept', () => {
  const secrets = new Set(Array.from({ length: 10_000 }, newSecret));
  expect(secrets.size).toBe(10_000);
  for (const secret of [...secrets].slice(0, 100)) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(hashSecret(secret)).toHaveLength(32);
  }
});
