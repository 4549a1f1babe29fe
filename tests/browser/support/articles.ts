import type { ArticleBlock, ArticleDocument } from '#contract/catalogue/articles-nodes.ts';

const filling =
  'People who work with a system every day know where it fails long before any report does, and they say so when they are asked in time. ';

const paragraph = (text: string): ArticleBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Makes a text of several screens: sections with these names, each with a few paragraphs. */
export function longArticle(...sections: string[]): ArticleDocument {
  return {
    type: 'doc',
    content: sections.flatMap((title): ArticleBlock[] => [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] },
      ...Array.from({ length: 4 }, (_, index) => paragraph(`${title} ${index + 1}. ${filling.repeat(3)}`)),
    ]),
  };
}

/** Makes a text with every kind of block. */
export function variedArticle(pictureUrl: string): ArticleDocument {
  return {
    type: 'doc',
    content: [
      ...longArticle('Before', 'A section whose name is so long that it needs several lines beside the text').content,
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Parts' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Bold', marks: [{ type: 'bold' }] },
          { type: 'hardBreak' },
          { type: 'text', text: 'a_long_name_of_code_'.repeat(8), marks: [{ type: 'code' }] },
          { type: 'text', text: ' elsewhere', marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] },
          { type: 'text', text: ' and here', marks: [{ type: 'link', attrs: { href: '/browse?type=book' } }] },
        ],
      },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('One'), paragraph('More')] }] },
      { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph('Three')] }] },
      { type: 'blockquote', content: [paragraph('Quoted')] },
      { type: 'codeBlock', content: [{ type: 'text', text: 'if (ready) {\n  go();\n}' }] },
      { type: 'image', attrs: { src: pictureUrl, alt: 'A field of one colour' } },
      { type: 'horizontalRule' },
      paragraph('The end'),
    ],
  };
}
