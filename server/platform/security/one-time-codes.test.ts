import { expect, it } from 'vitest';
import { codeAddress, newCodeSecret, stepOfCode } from './one-time-codes.ts';

/** The secret of RFC 6238, appendix B; the tests use the last six digits of its codes. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it('SET-12 takes the codes of RFC 6238, six digits of SHA-1 in steps of 30 seconds', () => {
  expect(stepOfCode('287082', { secret, nowSeconds: 59 })).toBe(1);
  expect(stepOfCode('081804', { secret, nowSeconds: 1_111_111_109 })).toBe(37_037_036);
  expect(stepOfCode('005924', { secret, nowSeconds: 1_234_567_890 })).toBe(41_152_263);
});

it('takes a code one step early or late, and says which step it is of', () => {
  expect(stepOfCode('287082', { secret, nowSeconds: 29 })).toBe(1);
  expect(stepOfCode('287082', { secret, nowSeconds: 89 })).toBe(1);
  expect(stepOfCode('287082', { secret, nowSeconds: 90 })).toBeNull();
});

it('refuses everything else', () => {
  for (const code of ['', '287083', '28708', '2870820', '28708a', ' 287082', '٢٨٧٠٨٢']) {
    expect([code, stepOfCode(code, { secret, nowSeconds: 59 })]).toEqual([code, null]);
  }
});

it('SET-11 makes a secret of 160 bits and an address that names portal and account', () => {
  const fresh = newCodeSecret();
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
  expect(newCodeSecret()).not.toBe(fresh);
  const address = new URL(codeAddress({ secret: fresh, account: 'ada@example.org', issuer: 'RAPP Learning' }));
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(address.pathname)).toBe('/RAPP Learning:ada@example.org');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret: fresh, digits: '6', period: '30' });
});
