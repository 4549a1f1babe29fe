import { describe, expect, it, vi } from 'vitest';
import { loadCommonPasswords } from './common-passwords.ts';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('@zxcvbn-ts/language-common', async (original) => {
  loaded();
  return await original();
});

// In this order, because a module is loaded once.
describe('common passwords', { shuffle: false }, () => {
  it('V6.2.4 a portal that asks for fewer than 8 characters has no list, and does not load it', async () => {
    for (const passwordMin of [6, 7]) {
      const isCommonPassword = await loadCommonPasswords(passwordMin);
      expect(['password', '123456', 'portal-demo'].filter(isCommonPassword)).toEqual([]);
    }
    expect(loaded).not.toHaveBeenCalled();
  });

  it('V6.2.4 V6.2.12 more than 10,000 passwords are common in a portal that asks for 8 characters, in any case', async () => {
    const isCommonPassword = await loadCommonPasswords(8);
    expect(loaded).toHaveBeenCalledOnce();
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const long = dictionary['passwords-common'].filter((password) => password.length >= 8);
    expect(long.length).toBeGreaterThan(10_000);
    expect(long.filter((password) => !isCommonPassword(password))).toEqual([]);
    expect(['PASSWORD', 'Password1', 'TrustNo1', 'iLoveYou'].filter((password) => !isCommonPassword(password))).toEqual(
      [],
    );
  });

  it('V6.2.4 V6.2.12 so are repetitions, runs and dates, which the list leaves out', async () => {
    const isCommonPassword = await loadCommonPasswords(8);
    const repetitions = ['88888888', 'aaaaaaaa', '12341234', '123123123', '19841984', 'QwertyQwerty'];
    const others = ['87654321', '0987654321', 'ABCDEFGH', 'poiuytrewq', '31121999', '12311999', '19991231'];
    expect([...repetitions, ...others].filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  it('V6.2.4 others are not common: longer ones that begin alike, and the demo’s own', async () => {
    const isCommonPassword = await loadCommonPasswords(8);
    const others = [
      'portal-demo',
      'password of the harbour',
      ' password',
      'baseball-umbrella',
      '8888888 8',
      '99991999',
      'harbour-harbour',
    ];
    expect(others.filter(isCommonPassword)).toEqual([]);
  });
});
