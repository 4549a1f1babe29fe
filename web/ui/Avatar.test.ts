import { expect, test } from 'vitest';
import { initials } from './Avatar.tsx';

test('first and last word give the initials', () => {
  expect(initials('Mira Tollander')).toBe('MT');
  expect(initials('  mira  van   tollander ')).toBe('MT');
});

test('one word or an email address gives one letter', () => {
  expect(initials('Mira')).toBe('M');
  expect(initials('mira.tollander@example.org')).toBe('M');
});

test('a letter outside the basic plane is kept whole, and no name gives nothing', () => {
  expect(initials('𝒜da Łuk')).toBe('𝒜Ł');
  expect(initials('  ')).toBe('');
});
