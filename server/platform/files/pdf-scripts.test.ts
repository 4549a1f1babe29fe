import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { textOfPdf } from '#tests/support/pdf.ts';
import { collect, openPdf, type Pdf } from './pdf.ts';

const margins = { top: 50, bottom: 50, left: 50, right: 50 };

function written(write: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = openPdf({
    brand: { colour: '#0d4f48', logo: null },
    title: 'Names',
    author: 'Łukasz',
    date: new Date(0),
    margins,
  });
  const finished = collect(pdf);
  write(pdf);
  pdf.end();
  return finished;
}

/** Returns each text of a one-page PDF with its distance from the left. */
async function placesIn(file: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(file) }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== '' ? [{ text: item.str, left: item.transform[4], width: item.width }] : [],
  );
}

describe('texts of any script', () => {
  it.each([
    'Łukasz Żółć 李 Ελένη',
    'Банк «Надежда»',
    'Nguyễn Thị Ánh, Ǎȟ Ỡṩ',
    '田中 さくら アイウ',
    '繁體中文 龍',
    '김 한국',
    'Zoë “Łęcka” – 5 € ₴ ₹1,499.00',
  ])('OUT-03 writes %s so that it is read back as it is, in every font of the portal', async (text) => {
    for (const font of ['text', 'strong', 'heading']) {
      expect((await textOfPdf(await written((pdf) => void pdf.font(font).text(text)))).trim()).toBe(text);
    }
  });

  it('OUT-03 writes accents that come apart as one letter', async () => {
    expect(await textOfPdf(await written((pdf) => void pdf.text('Z\u0307o\u0301l\u0142c\u0301')))).toContain('Żólłć');
  });

  it.each([
    { text: 'Sold to שלום לוי, Haifa', words: ['שלום', 'לוי'], before: 'Sold to', after: ', Haifa' },
    { text: 'Sold to محمد خالد, Cairo', words: ['محمد', 'خالد'], before: 'Sold to', after: ', Cairo' },
  ])('OUT-03 puts the words of $text from right to left between the others', async ({ text, words, before, after }) => {
    const file = await written((pdf) => void pdf.text(text));
    const places = await placesIn(file);
    const leftOf = (part: string) => places.find((place) => place.text.trim() === part.trim())?.left;
    const [first = '', second = ''] = words;
    const order = [before, second, first, after].map(leftOf);
    expect(order).not.toContain(undefined);
    expect(order).toEqual(order.toSorted((a, b) => Number(a) - Number(b)));
    // Copied text is in the order of reading.
    const copied = await textOfPdf(file);
    expect(copied.indexOf(first)).toBeLessThan(copied.indexOf(second));
  });

  it('OUT-03 writes the code of a letter that no font has, and nothing for what shows nothing', async () => {
    const file = await written((pdf) => void pdf.text('Acme Ltd \u0e01\u200b'));
    expect(await textOfPdf(file)).toContain('Acme Ltd [U+0E01]');
  });

  it.each([
    ['a rocket in colour', 'Acme \u{1f680}\u{fe0f} Ltd', 'Acme Ltd'],
    ['a party popper', 'Acme \u{1f389}', 'Acme'],
    ['a family and a flag', '👨‍👩‍👧‍👦 Acme 🇬🇧 Ltd', 'Acme Ltd'],
    ['a runner with the sign for a man', '🏃🏽‍♂️ Acme', 'Acme'],
    ['the flag of England', 'Acme \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} Ltd', 'Acme Ltd'],
    ['a keycap but for its digit', 'Phase 1️⃣ of 2', 'Phase 1 of 2'],
  ])('OUT-03 leaves out %s', async (_, text, shown) => {
    expect((await textOfPdf(await written((pdf) => void pdf.text(text)))).trim()).toBe(shown);
  });

  it('OUT-03 keeps signs that the fonts have, though they can be emoji', async () => {
    expect(await textOfPdf(await written((pdf) => void pdf.text('Acme™ © 2026')))).toContain('Acme™ © 2026');
  });

  it('OUT-03 aligns and wraps such texts by their own width', async () => {
    const right = await placesIn(
      await written((pdf) => void pdf.text('Σύνολο 李', 50, 50, { width: 300, align: 'right' })),
    );
    const ends = right.map(({ left, width }) => left + width);
    expect(Math.max(...ends)).toBeCloseTo(350, 0);
    const long = await placesIn(await written((pdf) => void pdf.text('Ελένη 李 '.repeat(40), 50, 50, { width: 200 })));
    for (const { left, width } of long) expect(left + width).toBeLessThan(260);
  });

  it('OUT-03 embeds only the letters that are used', async () => {
    const file = await written((pdf) => void pdf.text('李 한 Ł ש م'));
    expect(file.length).toBeLessThan(100_000);
  });
});
