import { describe, expect, it } from 'vitest';
import { changesOf, nameIn, resourceIdOf } from './rules.ts';

describe('what has changed', () => {
  it('a change lists every field that differs, in whatever order its parts are', () => {
    const before = { title: 'Old', tags: ['a'], metadata: { one: 1, two: 2 }, price: null };
    const after = { title: 'New', tags: ['a'], metadata: { two: 2, one: 1 }, price: 5 };
    expect(changesOf(before, after)).toEqual([
      { field: 'title', before: 'Old', after: 'New' },
      { field: 'price', before: null, after: '5' },
    ]);
  });

  it('a change lists every field of what was created or deleted that is not empty', () => {
    expect(changesOf(null, { reason: 'Prize', expiresAt: null, note: '' })).toEqual([
      { field: 'reason', before: null, after: 'Prize' },
    ]);
    expect(changesOf({ reason: 'Prize' }, undefined)).toEqual([{ field: 'reason', before: 'Prize', after: null }]);
    expect(changesOf(null, null)).toEqual([]);
  });

  it('a change of a plain value is listed under its name', () => {
    expect(changesOf('user', 'administrator')).toEqual([{ field: 'value', before: 'user', after: 'administrator' }]);
  });

  it('a changed text is compared whole and shown to 1,000 characters', () => {
    const text = 'x'.repeat(1000);
    expect(changesOf({ text: `${text}a` }, { text: `${text}b` })).toEqual([
      { field: 'text', before: `${text}…`, after: `${text}…` },
    ]);
  });
});

it('finds the resource that an entry speaks of', () => {
  const none = { before: null, after: null };
  expect(resourceIdOf({ object: 'resource', objectId: '7', ...none })).toBe(7);
  expect(resourceIdOf({ object: 'grant', objectId: '1', before: { resourceId: 8 }, after: null })).toBe(8);
  expect(resourceIdOf({ object: 'block', objectId: '3:9', before: null, after: 'an old reason' })).toBe(9);
  expect(resourceIdOf({ object: 'user', objectId: '3', ...none })).toBeNull();
});

it('calls an object what it is called now, else what it was called', () => {
  expect(nameIn({ before: { title: 'Old' }, after: { title: 'New' } })).toBe('New');
  expect(nameIn({ before: { code: 'SPRING' }, after: null })).toBe('SPRING');
  expect(nameIn({ before: 'user', after: null })).toBeNull();
});
