import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOfList, csvText, textCell } from './csv.ts';

const signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', ' ', '\u200b', '"', ',', ';', '\n', 'a', '1'];

test('BILL-20 no cell of any text begins like a formula, with blanks and full-width signs in front of it or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
      const cell = textCell(text);
      expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@＝＋－＠]/u);
      // The text without apostrophes is unchanged.
      expect(cell.replaceAll("'", '')).toBe(text);
      // Semicolons or tabs may separate cells, and line breaks in a quoted cell may separate rows.
      for (const part of cell.split(/[;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^[\s\u200b"]*[=+\-@＝＋－＠]/u);
      // Quoting neither removes the apostrophe nor lets a cell end early.
      expect(csvText([[cell]])).toMatch(/^("([^"]|"")*"|[^",;\t\r\n]*)\n$/);
    }),
    { seed: 20261121 },
  );
});

test.for([
  ['Paid;=1+1', "Paid;'=1+1"],
  ['Paid; "@SUM(A1)"', `Paid;' "@SUM(A1)"`],
  ['one\n=2', "one\n'=2"],
  ['one\t+2', "one\t'+2"],
  ['a;b;c', 'a;b;c'],
  ['1;-', "1;'-"],
] as const)('BILL-20 a formula behind a separator of other countries gets an apostrophe: %j', ([text, cell]) => {
  expect(textCell(text)).toBe(cell);
});

test('ADM-15 BILL-20 the file of a list has its first cells and the chosen columns in the order of the table', () => {
  type Row = { id: number; title: string; price: number | null };
  const table = {
    first: { Id: ({ id }: Row) => id, Title: ({ title }: Row) => title },
    columns: { price: { Price: ({ price }: Row) => price }, twice: { A: ({ id }: Row) => id, B: () => 'b,c' } },
  };
  const rows = [
    { id: 1, title: '=1+1', price: 0.5 },
    { id: 2, title: 'Quiet', price: null },
  ];
  expect([...csvOfList(rows, table, ['twice', 'price'])].join('')).toBe(
    `Id,Title,Price,A,B\n1,'=1+1,0.5,1,"b,c"\n2,Quiet,,2,"b,c"\n`,
  );
  expect([...csvOfList([], table, [])].join('')).toBe('Id,Title\n');
});
