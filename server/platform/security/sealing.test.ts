import { expect, it } from 'vitest';
import { createSealer } from './sealing.ts';

const sealer = createSealer('the secret of one installation');

it('opens what it sealed, and seals the same text differently each time', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'user:1');
  expect(sealer.open(sealed, 'user:1')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DP');
  expect(sealer.seal('JBSWY3DPEHPK3PXP', 'user:1')).not.toEqual(sealed);
});

it('refuses what is changed, cut, of another owner or of another installation', () => {
  const sealed = sealer.seal('JBSWY3DPEHPK3PXP', 'user:1');
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => sealer.open(changed, 'user:1')).toThrow();
  expect(() => sealer.open(sealed.subarray(0, 20), 'user:1')).toThrow();
  expect(() => sealer.open(Buffer.alloc(0), 'user:1')).toThrow('not known');
  expect(() => sealer.open(sealed, 'user:2')).toThrow();
  expect(() => createSealer('another').open(sealed, 'user:1')).toThrow();
});

it('makes fingerprints that depend on text, owner and installation', () => {
  const one = sealer.fingerprint('ABCDE-FGHIJ', 'user:1');
  expect(sealer.fingerprint('ABCDE-FGHIJ', 'user:1')).toEqual(one);
  expect(sealer.fingerprint('ABCDE-FGHIK', 'user:1')).not.toEqual(one);
  expect(sealer.fingerprint('ABCDE-FGHIJ', 'user:2')).not.toEqual(one);
  expect(createSealer('another').fingerprint('ABCDE-FGHIJ', 'user:1')).not.toEqual(one);
});
