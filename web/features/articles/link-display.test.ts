import { expect, test } from 'vitest';
import { linkOf } from './link-display.ts';

test('a link is completed where it is clear what was meant, and refused where it is not allowed', () => {
  expect(linkOf(' https://example.org/a ')).toBe('https://example.org/a');
  expect(linkOf('example.org/a?b=c')).toBe('https://example.org/a?b=c');
  expect(linkOf('someone@example.org')).toBe('mailto:someone@example.org');
  expect(linkOf('/resource/4')).toBe('/resource/4');
  for (const refused of ['', 'word', 'http://example.org', 'javascript:alert(1)', '//example.org', 'two words.org']) {
    expect([refused, linkOf(refused)]).toEqual([refused, null]);
  }
});
