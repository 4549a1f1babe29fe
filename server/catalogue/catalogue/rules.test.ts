import { describe, expect, it } from 'vitest';
import { isSecureAddress } from './rules.ts';

describe('typed addresses', () => {
  it('ADM-RES-17 typed addresses are https with a host and without user info', () => {
    for (const wrong of [
      'javascript:alert(1)',
      'http://example.org/a.png',
      'data:image/png;base64,AAAA',
      '//example.org/a.png',
      '\\\\example.org\\a',
      'https://user:secret@example.org/',
      'https://',
      'example.org',
      '/etc/passwd',
    ]) {
      expect([wrong, isSecureAddress(wrong)]).toEqual([wrong, false]);
    }
    expect(isSecureAddress('https://images.example.org/cover.png?size=2')).toBe(true);
  });
});
