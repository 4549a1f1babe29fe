import type { ArticleBlock, ArticleDocument, ArticleInline } from '#contract/catalogue/articles-nodes.ts';
import type { DemoBlock, DemoContents, DemoTable } from '../content.ts';

/** Last paragraph of every text, so that no invented figure is mistaken for a finding. */
const imprint =
  'Written for learning. Organisations, people and figures are illustrative unless a source is named. This is not legal advice.';

/** Converts a text to an article, with the same words as the file in `files/`. */
export function articleOf({ subtitle, sections }: DemoContents): ArticleDocument {
  return {
    type: 'doc',
    content: [
      paragraph({ type: 'text', text: subtitle, marks: [{ type: 'italic' }] }),
      ...sections.flatMap(({ heading, blocks }): ArticleBlock[] => [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: heading }] },
        ...blocks.flatMap(blocksOf),
      ]),
      { type: 'horizontalRule' },
      paragraph({ type: 'text', text: imprint, marks: [{ type: 'italic' }] }),
    ],
  };
}

function blocksOf(block: DemoBlock): ArticleBlock[] {
  switch (block.kind) {
    case 'paragraph':
      return [paragraph({ type: 'text', text: block.text })];
    case 'bullets':
      return [{ type: 'bulletList', content: block.items.map((text) => item({ type: 'text', text })) }];
    case 'steps':
      return [
        { type: 'orderedList', attrs: { start: 1 }, content: block.items.map((text) => item({ type: 'text', text })) },
      ];
    case 'note':
      return [{ type: 'blockquote', content: [paragraph({ type: 'text', text: block.text })] }];
    case 'table':
      return rowsOf(block);
  }
}

/**
 * Converts a table to a list, because articles have no tables: each row becomes an item that begins with its first cell
 * and names the others.
 */
function rowsOf({ title, columns, rows }: DemoTable): ArticleBlock[] {
  return [
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: title }] },
    {
      type: 'bulletList',
      content: rows.map(([first = '', ...cells]) =>
        item(
          { type: 'text', text: first, marks: [{ type: 'bold' }] },
          ...cells.flatMap((cell, index): ArticleInline[] => [
            { type: 'hardBreak' },
            { type: 'text', text: `${columns[index + 1]}: ${cell}` },
          ]),
        ),
      ),
    },
  ];
}

const paragraph = (...content: ArticleInline[]): ArticleBlock => ({ type: 'paragraph', content });

const item = (...content: ArticleInline[]) => ({ type: 'listItem' as const, content: [paragraph(...content)] });
