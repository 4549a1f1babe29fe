import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText, textCell } from './csv.ts';

const signs = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', ' ', '\u200b', '"', ',', '\n', 'a', '1'];

test('BILL-20 no cell of any text begins like a formula, with blanks and full-width signs in front of it or not', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...signs) }), (text) => {
      const cell = textCell(text);
      expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@＝＋－＠]/u);
      expect(cell.endsWith(text)).toBe(true);
      // Quoting neither takes the apostrophe away nor lets a cell end early.
      expect(csvText([[cell]])).toMatch(/^("([^"]|"")*"|[^",\r\n]*)\n$/);
    }),
    { seed: 20261121 },
  );
});
