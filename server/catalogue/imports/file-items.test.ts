import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { templateText } from '#contract/catalogue/publishing-columns.ts';
import { type FileItem, itemsOf, UnreadableFile } from './file-items.ts';

type Read = { items: FileItem[]; end: string | null };

/** Reads a file that arrives in small pieces. @returns its items, and the place where reading ended early */
async function read(content: string | Buffer, format: 'csv' | 'json' = 'csv'): Promise<Read> {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7));
  const items: FileItem[] = [];
  try {
    for await (const item of itemsOf(Readable.from(pieces), { format, currency: 'GBP', onBytes: () => {} }))
      items.push(item);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { items, end: `${error.line}: ${error.message}` };
  }
  return { items, end: null };
}

const titlesOf = ({ items }: Read) =>
  items.map((item) => [item.line, item.kind === 'row' ? item.values.title : item.kind]);
const head = 'title,type,accessType';

describe('the lines of a CSV file', () => {
  it('the lines of a CSV file are those on which rows begin, whatever their line ends and cell contents', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = [head, `"one${end}${end}x",report,free`, '', '  ', 'two,report,free', '"three"'].join(end);
      expect(titlesOf(await read(text))).toEqual([
        [2, `one${end}${end}x`],
        [7, 'two'],
        [8, 'three'],
      ]);
    }
  });

  it('the lines of a CSV file name the place from which on nothing can be read', async () => {
    const open = await read(`${head}\none,report,free\ntwo,"report,free\nthree,report,free\n`);
    expect(titlesOf(open)).toEqual([[2, 'one']]);
    expect(open.end).toMatch(/^3: A quotation mark is not closed/);
    expect((await read(`${head}\n"one" more,report,free`)).end).toMatch(/^2: A quotation mark/);
  });

  it('the lines of a CSV file are reported when they have more cells than columns', async () => {
    expect(titlesOf(await read(`${head}\none, two,report,free\nthree,report,free,,\n`))).toEqual([
      [2, 'broken'],
      [3, 'three'],
    ]);
  });
});

describe('the first line', () => {
  it('GEN-29 the first line has at most 1,000 columns, in files of other programs too', async () => {
    for (const begin of [head, 'name,short_url']) {
      const { items, end } = await read(`${begin}${',more'.repeat(1_000)}\none,two,three\n`);
      expect([items, end]).toEqual([[], '1: A file may have at most 1,000 columns.']);
    }
  });

  it('names columns in any order and spelling; unknown ones are reported once', async () => {
    const { items } = await read(
      'Access Type,Shelf,TITLE,role_affiliations,createdAt,type\nfree,7,One,a|b,2020,book\n',
    );
    expect(items).toEqual([
      { kind: 'unknown', line: 1, name: 'Shelf' },
      {
        kind: 'row',
        line: 2,
        values: { accessType: 'free', title: 'One', roleAffiliations: ['a', 'b'], type: 'book' },
      },
    ]);
  });

  it('the first line is refused when it names nothing, something twice, or too little for new resources', async () => {
    expect((await read('one,two\nthree,four\n')).end).toMatch(/^1: The first line must name the columns/);
    expect((await read('title,Title,type,accessType\n')).end).toBe('1: The column title appears twice.');
    expect((await read('title,price\n')).end).toMatch(/^1: The first line lacks the columns type, accessType/);
    expect((await read('id,price\n1,2\n')).end).toBeNull();
  });

  it('takes a first line that names the separator, and counts it as a line', async () => {
    for (const [line, sign] of [
      ['sep=;\n', ';'],
      ['SEP=,\r\n', ','],
      ['"sep=\t"\r', '\t'],
    ]) {
      const { items } = await read(
        `${line}id${sign}title\n1${sign}A;b,c\n`.replace('A;b,c', sign === '\t' ? 'A;b,c' : '"A;b,c"'),
      );
      expect(items).toMatchObject([{ line: 3, values: { id: '1', title: 'A;b,c' } }]);
    }
  });

  it('says what parts the cells; with semicolons prices may have a comma', async () => {
    const [semicolons] = (await read('id;price;title\n1;19,99;"a;b, c"\n')).items;
    expect(semicolons).toMatchObject({ values: { price: '19.99', title: 'a;b, c' } });
    const [tabs] = (await read('id\tprice\ttitle\n1\t19.99\ta,b;c\n')).items;
    expect(tabs).toMatchObject({ values: { price: '19.99', title: 'a,b;c' } });
    const [commas] = (await read('id,price\n1,"19,99"\n')).items;
    expect(commas).toMatchObject({ values: { price: '19,99' } });
  });
});

describe('letters', () => {
  const text = `${head}\n“Über” 日本 😀,report,free\n`;
  it('letters are read from UTF-8 and, with their mark, from UTF-16', async () => {
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), little, Buffer.from(little).swap16()]) {
      expect(titlesOf(await read(bytes))).toEqual([[2, '“Über” 日本 😀']]);
    }
  });

  it('letters of any other encoding are refused with advice', async () => {
    const wrong = [
      Buffer.from(`${head}\nÜber,report,free\n`, 'latin1'),
      Buffer.from(text, 'utf16le'),
      Buffer.from('PK\u0003\u0004\u0000'),
    ];
    for (const bytes of wrong) expect((await read(bytes)).end).toMatch(/not a text in UTF-8.*CSV UTF-8/);
  });
});

describe('a JSON file', () => {
  it('a JSON file is a list of objects or one after the other, each with the line where it begins', async () => {
    const list = '[\n  {"title": "a }{ \\" ]"},\r\n {\n"title":\n"b", "metadata": {"slideshowImages": []}}\n]';
    expect(titlesOf(await read(list, 'json'))).toEqual([
      [2, 'a }{ " ]'],
      [3, 'b'],
    ]);
    expect(titlesOf(await read('\uFEFF{"title":"a"}\n\n{"title":"b"}{"title":"c"}', 'json'))).toEqual([
      [1, 'a'],
      [3, 'b'],
      [3, 'c'],
    ]);
  });

  it('reports broken objects and continues after them', async () => {
    const { items, end } = await read(
      '{"title":"a",}\n{"title":"b","metadata":[]}\n{"title":"c"}\n{"title":"d"',
      'json',
    );
    expect(items.map(({ kind, line }) => [kind, line])).toEqual([
      ['broken', 1],
      ['broken', 2],
      ['row', 3],
    ]);
    expect(end).toBe('4: This object has no end; the file is not complete.');
    expect((await read('title,type\n', 'json')).end).toMatch(/^1: Only objects/);
  });

  it('reports unknown names once', async () => {
    const { items } = await read('[{"titel":"a"},{"titel":"b","createdAt":"x","metadata":{"colour":1}}]', 'json');
    expect(items.map((item) => (item.kind === 'unknown' ? item.name : item.kind))).toEqual([
      'titel',
      'row',
      'metadata.colour',
      'row',
    ]);
  });
});

it('the template is a file that can be read', async () => {
  const { items, end } = await read(templateText());
  expect(end).toBeNull();
  expect(items).toHaveLength(1);
});
