import { expect, it } from 'vitest';
import { type FreshResource, pickFor, weekOf } from './rules.ts';

const fresh = (id: number, fields: Partial<FreshResource> = {}): FreshResource => ({
  id,
  title: `Resource ${id}`,
  type: 'report',
  principles: [],
  tags: [],
  ...fields,
});
const ids = (picked: FreshResource[]) => picked.map(({ id }) => id);

it('a week begins on Monday, UTC', () => {
  const weeks = ['2026-11-15T23:59:59Z', '2026-11-16T00:00:00Z', '2026-11-22T23:59:59Z', '2027-01-01T12:00:00Z'];
  expect(weeks.map((moment) => weekOf(new Date(moment)))).toEqual([
    '2026-11-09',
    '2026-11-16',
    '2026-11-16',
    '2026-12-28',
  ]);
});

it('picks resources that suit a reader, the most suitable first, and leaves out owned ones', () => {
  const traits = [{ type: 'book', principles: ['adaptive'], tags: ['Risk'] }];
  const offered = [
    fresh(1),
    fresh(2, { type: 'book' }),
    fresh(3, { tags: ['risk '], principles: ['adaptive'] }),
    fresh(4, { type: 'book', tags: ['risk'] }),
  ];
  expect(ids(pickFor({ ownedIds: [4], traits }, offered))).toEqual([3, 2]);
  expect(ids(pickFor({ ownedIds: [], traits }, [fresh(1)]))).toEqual([]);
});

it('a member without purchases or activity gets the newest five', () => {
  const offered = [1, 2, 3, 4, 5, 6].map((id) => fresh(id));
  expect(ids(pickFor({ ownedIds: [2], traits: [] }, offered))).toEqual([1, 3, 4, 5, 6]);
  expect(ids(pickFor({ ownedIds: [], traits: [] }, offered))).toEqual([1, 2, 3, 4, 5]);
});
