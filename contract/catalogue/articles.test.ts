import { describe, expect, it } from 'vitest';
import { ArticleBody } from './articles.ts';
import { type ArticleBlock, type ArticleDocument, articleLimits, isArticleLink } from './articles-nodes.ts';
import { readArticle } from './articles-reader.ts';
import { isBlank, picturesOf, plainTextOf, readingMinutesOf, sectionsOf, wordCountOf } from './articles-text.ts';

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const heading = (level: number, value: string) => ({ type: 'heading', attrs: { level }, content: [text(value)] });
const doc = (...content: object[]) => ({ type: 'doc', content });
const list = (...items: string[]) => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(text(item))] })),
});
const link = (href: string) => paragraph(text('here', { type: 'link', attrs: { href } }));
const picture = { type: 'image', attrs: { src: '/media/00000000-0000-4000-8000-000000000000', alt: 'Two desks' } };
const nested = (depth: number): object =>
  depth === 0 ? paragraph(text('deep')) : { type: 'blockquote', content: [nested(depth - 1)] };

/** Returns the tree as it is stored. @throws when it is rejected */
function kept(value: object): ArticleDocument {
  const read = readArticle(value);
  if ('problem' in read) throw new Error(read.problem);
  return read.document;
}

describe('what is refused', () => {
  const cases: [string, unknown, string | RegExp][] = [
    ['no document', 'text', 'The text must be a document'],
    ['another root', paragraph(), 'The text must be a document'],
    ['a table', doc({ type: 'table', content: [] }), 'The text holds a part that articles cannot have: table'],
    ['a script', doc({ type: '<script>' }), 'The text holds a part that articles cannot have: an unknown one'],
    ['a large heading', doc(heading(1, 'Loud')), 'A heading must be of level 2 or 3'],
    ['a colour', doc(paragraph(text('red', { type: 'textStyle' }))), /a mark that articles cannot have: textStyle/],
    ['GEN-20 a link that runs', doc(link('javascript:alert(1)')), /^A link must lead to an https address/],
    [
      'a picture of another site',
      doc({ ...picture, attrs: { src: 'https://a.test/b.png', alt: 'B' } }),
      /uploaded one/,
    ],
    ['a picture without words', doc({ ...picture, attrs: { ...picture.attrs, alt: ' ' } }), /says what it shows/],
    ['text that cannot be stored', doc(paragraph(text('a\u0000b'))), /cannot be stored/],
    ['an empty piece', doc(paragraph(text(''))), 'A piece of the text is empty'],
    ['an empty list', doc({ type: 'bulletList' }), 'A list must not be empty'],
    ['a list of paragraphs', doc({ type: 'bulletList', content: [paragraph()] }), 'A list may hold only its items'],
    ['a block inside a line', doc({ type: 'paragraph', content: [paragraph()] }), /cannot have: paragraph/],
    ['bold code', doc({ type: 'codeBlock', content: [text('x', { type: 'bold' })] }), /plain text only/],
    ['what is nested too deep', doc(nested(articleLimits.depth)), /too deep/],
    ['too many parts', doc(...Array.from({ length: articleLimits.nodes }, () => paragraph())), /too many parts/],
    ['too long a text', doc(paragraph(text('a'.repeat(articleLimits.bytes)))), 'The text is too long for one article'],
  ];

  it.each(cases)('%s', (_title, value, problem) => {
    const read = readArticle(value);
    expect('problem' in read ? read.problem : null).toMatch(problem);
    expect(ArticleBody.safeParse(value).error?.issues[0]?.message).toMatch(problem);
  });

  it('refuses a tree so deep that reading it could end the process', () => {
    expect(readArticle(doc(nested(5000)))).toMatchObject({ problem: expect.stringMatching(/too deep/) });
  });
});

describe('what is kept', () => {
  it('GEN-16 keeps every kind of part, and drops attributes that are not known', () => {
    const tree = doc(
      heading(2, 'One'),
      paragraph(text('bold', { type: 'bold' }), { type: 'hardBreak' }, text('x', { type: 'italic' }, { type: 'code' })),
      list('a', 'b'),
      { type: 'orderedList', attrs: { start: 3 }, content: list('c').content },
      { type: 'blockquote', content: [paragraph(text('said'))] },
      { type: 'codeBlock', content: [text('x = 1')] },
      picture,
      { type: 'horizontalRule' },
      { type: 'paragraph' },
    );
    expect(kept(tree)).toEqual(tree);
    const dressed = doc({ ...paragraph(text('plain')), attrs: { style: 'color:red', onclick: 'alert(1)' } });
    expect(kept(dressed)).toEqual(doc(paragraph(text('plain'))));
    const aimed = { type: 'link', attrs: { href: '/browse', target: '_blank', onclick: 'alert(1)' } };
    const bare = { type: 'link', attrs: { href: '/browse' } };
    expect(kept(doc(paragraph(text('go', aimed))))).toEqual(doc(paragraph(text('go', bare))));
  });

  it('lets links lead to https, mail and the portal only', () => {
    const good = ['https://example.org/a?b#c', 'mailto:someone@example.org', '/resource/4?tab=video', '/'];
    const bad = [
      'http://example.org',
      '//example.org',
      '/\\example.org',
      'javascript:alert(1)',
      'JAVASCRIPT:x',
      'data:,',
    ];
    const odd = [
      'https://user:secret@example.org',
      'https://',
      'mailto:',
      'mailto://someone@example.org',
      'java\nscript:x',
      ' https://a.test',
      'page',
      '',
    ];
    expect(good.filter((address) => !isArticleLink(address))).toEqual([]);
    expect([...bad, ...odd].filter(isArticleLink)).toEqual([]);
  });
});

describe('what follows from a text', () => {
  it('counts the words of a text, one part a line, and the minutes that they take at 200 a minute', () => {
    const document = kept(
      doc(heading(2, 'Why'), paragraph(text('It is '), text('late', { type: 'bold' })), list('a', 'b')),
    );
    expect(plainTextOf(document)).toBe('Why\nIt is late\na\nb');
    expect(wordCountOf(document)).toBe(6);
    expect(readingMinutesOf(document)).toBe(1);
    const words = (count: number) => kept(doc(paragraph(text('word '.repeat(count)))));
    expect([299, 300, 1000].map((count) => readingMinutesOf(words(count)))).toEqual([1, 2, 5]);
  });

  it('a text without words and pictures is blank', () => {
    expect(isBlank(kept(doc({ type: 'paragraph' }, paragraph(text('  ')), { type: 'horizontalRule' })))).toBe(true);
    expect(isBlank(kept(doc(picture)))).toBe(false);
    expect(picturesOf(kept(doc({ type: 'blockquote', content: [picture] }, list('a'))))).toEqual([picture.attrs.src]);
  });

  it('names each section of a text by its words, and no two alike', () => {
    const quoted: ArticleBlock = { type: 'blockquote', content: [{ type: 'paragraph' }] };
    const document = kept(
      doc(heading(2, 'Où aller?'), heading(3, 'Main'), quoted, heading(2, 'Main'), heading(2, ' ')),
    );
    expect(sectionsOf(document)).toEqual([
      { id: 'section-ou-aller', title: 'Où aller?', level: 2 },
      { id: 'section-main', title: 'Main', level: 3 },
      { id: 'section-main--2', title: 'Main', level: 2 },
    ]);
  });
});
