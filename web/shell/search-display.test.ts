import { expect, it } from 'vitest';
import { markedParts, matches, screensOf } from './search-display.ts';
import { isSearchKey } from './search-key.ts';

const press = (fields: object) => ({
  key: '/',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...fields,
});

it('NAV-17 "/" and Ctrl or ⌘ K mean the search, but never while typing', () => {
  for (const meant of [press({}), press({ key: 'k', ctrlKey: true }), press({ key: 'K', metaKey: true })]) {
    expect(isSearchKey(meant, false)).toBe(true);
    expect(isSearchKey(meant, true)).toBe(false);
  }
  for (const other of [
    press({ key: 'k' }),
    press({ ctrlKey: true }),
    press({ altKey: true }),
    press({ isComposing: true }),
  ]) {
    expect(isSearchKey(other, false)).toBe(false);
  }
});

it('NAV-17 a text matches when each word of the search begins one of its words', () => {
  expect(matches('Billing', 'bill')).toBe(true);
  expect(matches('Écoute · Terms and privacy policy', 'policy ecou')).toBe(true);
  expect(matches('Billing', 'ling')).toBe(false);
  expect(matches('Billing', ' ')).toBe(false);
});

it('NAV-17 marks the typed text where a word begins with it, and the parts together are the whole text', () => {
  const marked = (text: string, search: string) => {
    const parts = markedParts(text, search);
    expect(parts.map(({ part }) => part).join('')).toBe(text);
    return parts.filter(({ isMarked }) => isMarked).map(({ part }) => part);
  };
  expect(marked('Responsible AI Policy Starter', 'polic')).toEqual(['Polic']);
  expect(marked('Policy Watch: reading policies', 'policy watch')).toEqual(['Policy', 'Watch']);
  expect(marked('Billing', 'ling')).toEqual([]);
  expect(marked('a@example.org, aXexample-org', 'example.org')).toEqual(['example.org']);
  expect(marked('What (and how)', '(how')).toEqual(['how']);
  expect(marked('Anything', ' ')).toEqual([]);
  expect(marked('Écoute, écran et ﬁn 🎉 École', 'éco')).toEqual(['Éco', 'Éco']);
});

it('NAV-17 the screens of administrators are named to administrators alone', () => {
  const labels = (role: 'administrator' | 'user') => screensOf(role).map(({ label }) => label);
  expect(labels('administrator')).toEqual(
    expect.arrayContaining(['Users', 'Audit', 'Portal settings', 'Content', 'What members need', 'Billing']),
  );
  for (const hidden of ['Users', 'Audit', 'Registration', 'Portal settings', 'Import and export']) {
    expect(labels('user')).not.toContain(hidden);
  }
});
