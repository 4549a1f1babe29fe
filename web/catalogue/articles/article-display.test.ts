import { expect, test } from 'vitest';
import type { ArticleDocument } from '#contract/catalogue/articles-nodes.ts';
import { blockToContinue, currentSection, linkKindOf, linkOf, reachedBlock, readingOf } from './article-display.ts';

const heading = (text: string) =>
  ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] }) as const;
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Words' }] } as const;
const document = {
  type: 'doc',
  content: [paragraph, { type: 'paragraph' }, heading('One'), paragraph, heading('Two'), paragraph],
} as unknown as ArticleDocument;

test('empty lines are left out, and sections start at their headings', () => {
  const { blocks, sections } = readingOf(document);
  expect(blocks).toHaveLength(5);
  expect(sections).toMatchObject([
    { id: 'section-one', block: 1 },
    { id: 'section-two', block: 3 },
  ]);
});

test('a block is reached in the upper two thirds of the window, the last one when all of it was shown', () => {
  const at = (tops: number[], bottom: number) => reachedBlock({ tops, bottom, windowHeight: 900 });
  expect(at([100, 500, 700, 1200], 1500)).toBe(2);
  expect(at([700, 900], 1500)).toBe(1);
  expect(at([-900, -500, 100], 1000)).toBe(2);
  expect(at([-900, -500, 100], 900)).toBe(3);
  expect(at([100], 2000)).toBe(1);
});

test('the marked section is the one at the upper quarter of the window', () => {
  const { sections } = readingOf(document);
  const at = (tops: number[]) => currentSection(sections, { tops, bottom: 2000, windowHeight: 900 });
  expect(at([100, 300, 400, 900, 1000])).toBe(null);
  expect(at([-100, 200, 400, 900, 1000])).toBe('section-one');
  expect(at([-900, -800, -700, 20, 1000])).toBe('section-two');
});

test('reading continues at the kept position, and starts again after the end', () => {
  const readingPosition = (position: number) => [
    { unit: 'second' as const, position: 30, length: 60 },
    { unit: 'block' as const, position, length: 10 },
  ];
  expect(blockToContinue([], 10)).toBe(null);
  expect(blockToContinue(readingPosition(1), 10)).toBe(null);
  expect(blockToContinue(readingPosition(5), 10)).toBe(4);
  expect(blockToContinue(readingPosition(9), 6)).toBe(5);
  expect(blockToContinue(readingPosition(10), 10)).toBe(null);
});

test('links open screens, addresses of the API, or other sites in a new tab', () => {
  expect(['/browse?type=book', '/resource/4'].map(linkKindOf)).toEqual(['screen', 'screen']);
  expect(['/media/a', '/api/docs', '/resource/4/article#section-one', 'mailto:a@b.test'].map(linkKindOf)).toEqual(
    Array(4).fill('here'),
  );
  expect(linkKindOf('https://example.org')).toBe('elsewhere');
});

test('a bare host or mail address becomes a full link, and a forbidden scheme is refused', () => {
  expect(linkOf(' https://example.org/a ')).toBe('https://example.org/a');
  expect(linkOf('example.org/a?b=c')).toBe('https://example.org/a?b=c');
  expect(linkOf('someone@example.org')).toBe('mailto:someone@example.org');
  expect(linkOf('/resource/4')).toBe('/resource/4');
  for (const rejected of ['', 'word', 'http://example.org', 'javascript:alert(1)', '//example.org', 'two words.org']) {
    expect([rejected, linkOf(rejected)]).toEqual([rejected, null]);
  }
});
