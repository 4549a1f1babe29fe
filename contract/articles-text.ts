import type { ArticleBlock, ArticleDocument, ArticleHeading, ArticleInline } from './articles-nodes.ts';
import { firstCharacters } from './characters.ts';

/** How fast a text is read, for its reading time. */
const wordsPerMinute = 200;

/** The words of a text without their looks: one line for each part. */
export function plainTextOf({ content }: ArticleDocument): string {
  return content.flatMap(linesOf).join('\n');
}

function linesOf(block: ArticleBlock): string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'codeBlock':
      return [inlineText(block.content)].filter((line) => line.trim() !== '');
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content.flatMap(linesOf));
    case 'blockquote':
      return block.content.flatMap(linesOf);
    case 'image':
    case 'horizontalRule':
      return [];
  }
}

function inlineText(parts: readonly ArticleInline[] = []): string {
  return parts.map((part) => (part.type === 'text' ? part.text : ' ')).join('');
}

/** How many words a text has. */
export function wordCountOf(document: ArticleDocument): number {
  return plainTextOf(document).match(/[\p{L}\p{N}][\p{L}\p{N}'’\-.]*/gu)?.length ?? 0;
}

/** How long a text takes to read, in whole minutes from 1 on. */
export function readingMinutesOf(document: ArticleDocument): number {
  return Math.max(1, Math.round(wordCountOf(document) / wordsPerMinute));
}

/** Whether a reader of the text would see nothing. */
export function isBlank(document: ArticleDocument): boolean {
  return plainTextOf(document) === '' && !picturesOf(document).length;
}

/** The addresses of the pictures in a text. */
export function picturesOf(document: ArticleDocument): string[] {
  const addressesIn = (block: ArticleBlock): string[] => {
    if (block.type === 'image') return [block.attrs.src];
    if (block.type === 'blockquote') return block.content.flatMap(addressesIn);
    if (block.type !== 'bulletList' && block.type !== 'orderedList') return [];
    return block.content.flatMap((item) => item.content.flatMap(addressesIn));
  };
  return document.content.flatMap(addressesIn);
}

/** A section of a text: its heading's words, level, and the name by which an address leads there. */
export type ArticleSection = { id: string; title: string; level: 2 | 3 };

/**
 * The sections of a text in their order. A section's name is made of its heading's words, so that an address goes on
 * leading there while other parts change; a second one of the same words gets a number.
 */
export function sectionsOf({ content }: ArticleDocument): ArticleSection[] {
  const used = new Map<string, number>();
  return content.filter(isTitled).map((heading) => {
    const title = inlineText(heading.content).trim();
    const name = nameOf(title);
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return { id: count === 1 ? name : `${name}--${count}`, title, level: heading.attrs.level };
  });
}

/** Whether a part of a text begins a section. */
export function isTitled(block: ArticleBlock): block is ArticleHeading {
  return block.type === 'heading' && inlineText(block.content).trim() !== '';
}

function nameOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return `section-${firstCharacters((words ?? ['untitled']).join('-'), 80)}`;
}
