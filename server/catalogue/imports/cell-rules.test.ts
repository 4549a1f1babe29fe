import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileColumns } from '#contract/catalogue/catalogue.ts';
import { csvText } from '#contract/csv.ts';
import { cellsOf, cellValue, valuesOfCells } from './cell-rules.ts';

const style = { hasDecimalComma: false };
const cellOf = (title: string) => cellsOf({ id: 1, title, metadata: {} })[fileColumns.indexOf('title')] ?? '';

describe('cells', () => {
  it('BILL-20 cells that look like a formula get an apostrophe, which reading takes away again', () => {
    for (const text of ['=1+1', '+44', '-x', '@x', "'=x", "''+x", ' =x', '＝x', '\t=x']) {
      expect([text, cellOf(text).startsWith("'")]).toEqual([text, true]);
      expect(cellValue('title', cellOf(text), style)).toBe(text);
    }
    for (const text of ["'tis", 'x=1', "'", '']) expect(cellOf(text)).toBe(text);
  });

  it('BILL-20 cells with a formula behind a separator get an apostrophe there, which reading takes away again', () => {
    for (const text of ['a;=1', 'a\n- b\n- c', "a;'=1", "'a;''+1", '=a;=b', 'a\t @x', "\n\n'-x"]) {
      expect(cellValue('title', cellOf(text), style)).toBe(text);
      for (const part of cellOf(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+@-]/);
    }
    const unit = fc.constantFrom(...[';', '\n', '\t', '\r', "'", '=', '-', ' ', '"', 'a']);
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(cellValue('description', cellOf(`x${text}`), style)).toBe(`x${text}`);
      }),
    );
  });

  it('know types and access types whatever their case and blanks, and report other words as they were', () => {
    expect(
      ['Report', 'ONLINE TOOL', 'Downloadable-Template', 'Poster'].map((cell) => cellValue('type', cell, style)),
    ).toEqual(['report', 'online_tool', 'downloadable_template', 'Poster']);
    expect(['Free', ' PURCHASE ', 'Gratis'].map((cell) => cellValue('accessType', cell, style))).toEqual([
      'free',
      'purchase',
      'Gratis',
    ]);
  });

  it('hold any text and any list so that it comes back as it was', () => {
    // A cell with only blanks is read as an empty one.
    const texts = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => text === '' || text.trim() !== '');
    const entries = fc.array(
      texts.map((text) => text.trim()).filter((text) => text !== ''),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(texts, entries, (title, tags) => {
        const values = valuesOfCells(fileColumns, cellsOf({ id: 7, title, tags, metadata: {} }), style);
        expect(values).toMatchObject({ id: '7', title, tags });
      }),
    );
  });

  it('GEN-05 hold a path as JSON, which is not parsed when it is nested more than 32 deep', () => {
    const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(cellValue('path', ` ${lists(32)} `, style)).toEqual(JSON.parse(lists(32)));
    for (const text of [lists(33), lists(20_000), '{"steps":']) expect(cellValue('path', text, style)).toBe(text);
  });

  it('cells of lists are parted by a line, which a backslash makes part of an entry', () => {
    expect(cellValue('tags', 'a| b |c\\|d|e\\\\|\\x||', style)).toEqual(['a', 'b', 'c|d', 'e\\', '\\x']);
  });

  it('say yes and no as spreadsheets do; blank leaves it as it is, anything else is for the form to refuse', () => {
    const published = (cell: string) => cellValue('isPublished', cell, style);
    expect(['TRUE', 'yes', '1', 'False', 'no', '0', '', 'maybe'].map(published)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      undefined,
      'maybe',
    ]);
  });

  it('say yes and no in the languages of Europe', () => {
    const published = (cell: string) => cellValue('isPublished', cell, style);
    expect(['WAHR', 'VRAI', 'Verdadero', 'PRAWDA', 'Sì'].map(published)).toEqual([true, true, true, true, true]);
    expect(['FALSCH', 'FAUX', 'Falso', 'FAŁSZ', 'EPÄTOSI'].map(published)).toEqual([false, false, false, false, false]);
  });

  it('stand in quotation marks where they must', () => {
    expect(csvText([[cellOf('a, "b"\nc')]])).toBe('"a, ""b""\nc"\n');
  });
});
