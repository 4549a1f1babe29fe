import { expect, it } from 'vitest';
import { changedLines } from './difference.ts';

const told = (before: string, after: string) =>
  changedLines(before.split(''), after.split('')).map(({ kind, text }) => (kind === 'added' ? '+' : '-') + text);

it('a difference tells what was taken out and put in, and nothing that both have', () => {
  expect(told('abc', 'abc')).toEqual([]);
  expect(told('abc', 'axc')).toEqual(['-b', '+x']);
  expect(told('abcde', 'acdxe')).toEqual(['-b', '+x']);
  expect(told('abcd', 'cdab')).toHaveLength(4);
  expect(changedLines([], ['New'])).toEqual([{ kind: 'added', text: 'New' }]);
  expect(changedLines(['Old'], [])).toEqual([{ kind: 'removed', text: 'Old' }]);
});

it('a difference put upon the one text gives the other', () => {
  for (const [before, after] of [
    ['abcabba', 'cbabac'],
    ['aaaa', 'aa'],
    ['', 'abc'],
    ['kitten', 'sitting'],
  ] as const) {
    const removed = told(before, after).filter((line) => line.startsWith('-')).length;
    const added = told(before, after).filter((line) => line.startsWith('+')).length;
    expect(before.length - removed + added).toBe(after.length);
  }
});

it('texts of thousands of lines with nothing in common are told as a whole', () => {
  const lines = (mark: string) => Array.from({ length: 1500 }, (_, index) => `${mark}${index}`);
  const changed = changedLines(lines('a'), lines('b'));
  expect(changed).toHaveLength(3000);
  expect(changed[0]).toEqual({ kind: 'removed', text: 'a0' });
});
