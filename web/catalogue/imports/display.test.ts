import { describe, expect, it } from 'vitest';
import type { Import } from '#contract/catalogue/imports.ts';
import { canImport, importSearch, importStatusText, outcomeOf, percentOf, rejectionOf } from './display.ts';

const one: Import = {
  id: 1,
  fileName: 'autumn.csv',
  state: 'checked',
  sentBy: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  finishedAt: null,
  progress: { done: 0, total: 0 },
  rowCount: 3,
  newCount: 1200,
  changedCount: 1,
  unchangedCount: 0,
  problemCount: 0,
  warningCount: 2,
  failure: null,
  hasFile: true,
};

describe('an import', () => {
  it('an import can start when it is checked, has no problems and would change something', () => {
    expect(canImport(one)).toBe(true);
    for (const other of [{ problemCount: 1 }, { newCount: 0, changedCount: 0 }, { state: 'failed' as const }]) {
      expect(canImport({ ...one, ...other })).toBe(false);
    }
  });

  it('describes the state of an import in words, and its progress in steps that a screen reader can follow', () => {
    expect(outcomeOf(one)).toBe('1,200 added, 1 changed, 0 unchanged');
    expect(importStatusText(one)).toBe('autumn.csv has been checked: 0 problems.');
    const working = { ...one, state: 'importing' as const, progress: { done: 49, total: 100 } };
    expect(importStatusText(working)).toBe('Importing autumn.csv, 25%.');
    expect([percentOf(working), percentOf(one)]).toEqual([49, 0]);
  });
});

it('files are refused before they are sent, with the sentences of the server', () => {
  expect(rejectionOf({ name: 'Autumn.CSV', size: 20 * 1024 * 1024 })).toBeNull();
  expect(rejectionOf({ name: 'autumn.xlsx', size: 1 })).toMatch(/^Choose a CSV or JSON file/);
  expect(rejectionOf({ name: 'a.json', size: 20 * 1024 * 1024 + 1 })).toBe(
    'This file is too large: the limit is 20 MB.',
  );
});

it('the address holds the state; invalid values become the usual ones', () => {
  const nothing = { import: null, severity: null, field: null, page: 1, past: 1 };
  expect(importSearch.read({ import: '0', severity: 'x', field: '__proto__', page: '-1', past: ['1', '2'] })).toEqual(
    nothing,
  );
  const state = { import: 7, severity: 'warning', field: 'title', page: 2, past: 3 } as const;
  const texts = Object.entries(importSearch.query(state)).map(([name, value]) => [name, String(value)]);
  expect(importSearch.read(Object.fromEntries(texts))).toEqual(state);
  expect(Object.values(importSearch.query(nothing)).every((value) => value === undefined)).toBe(true);
});
