import { expect, it } from 'vitest';
import type { CheckContent, CheckPointer } from './checks-content.ts';
import { defaultCheckSettings } from './checks-limits.ts';
import { problemsOf } from './checks-warnings.ts';

const asking = (pointer: CheckPointer): CheckContent => ({
  settings: defaultCheckSettings,
  questions: [{ kind: 'true_false', id: 'a', text: 'Is it?', picture: null, explanation: '', pointer, isTrue: true }],
});
const sentencesOf = (pointer: CheckPointer, pages: number | null) =>
  problemsOf(asking(pointer), { sections: ['first'], pages }).map(({ sentence }) => sentence);

it('CHECK-01 CHECK-03 warns of pointers that lead to no page and no heading of the resource', () => {
  expect(sentencesOf({ kind: 'page', page: 12 }, 12)).toEqual([]);
  expect(sentencesOf({ kind: 'page', page: 13 }, 12)).toEqual(['The resource has no page 13.']);
  expect(sentencesOf({ kind: 'page', page: 1 }, null)).toEqual(['The resource has no page 1.']);
  expect(sentencesOf({ kind: 'heading', section: 'first', title: 'First' }, null)).toEqual([]);
  expect(sentencesOf({ kind: 'heading', section: 'gone', title: 'Gone' }, null)).toEqual([
    'The resource no longer has this heading.',
  ]);
});
