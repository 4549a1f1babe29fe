import { firstCharacters } from '../characters.ts';
import type { ArticleBlock, ArticleDocument, ArticleHeading, ArticleInline } from './articles-nodes.ts';

/** Reading speed that is assumed for reading times. */
const wordsPerMinute = 200;

/** Returns the plain text: one line for each paragraph, heading and code block that is not blank. */
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

export function wordCountOf(document: ArticleDocument): number {
  return plainTextOf(document).match(/[\p{L}\p{N}][\p{L}\p{N}'’\-.]*/gu)?.length ?? 0;
}

/** Returns the reading time in whole minutes, at least 1. */
export function readingMinutesOf(document: ArticleDocument): number {
  return Math.max(1, Math.round(wordCountOf(document) / wordsPerMinute));
}

export function isBlank(document: ArticleDocument): boolean {
  return plainTextOf(document) === '' && !picturesOf(document).length;
}

/** Returns the URLs of the pictures in a text. */
export function picturesOf(document: ArticleDocument): string[] {
  const addressesIn = (block: ArticleBlock): string[] => {
    if (block.type === 'image') return [block.attrs.src];
    if (block.type === 'blockquote') return block.content.flatMap(addressesIn);
    if (block.type !== 'bulletList' && block.type !== 'orderedList') return [];
    return block.content.flatMap((item) => item.content.flatMap(addressesIn));
  };
  return document.content.flatMap(addressesIn);
}

/** A section of a text. `id` is the fragment by which links lead to its heading. */
export type ArticleSection = { id: string; title: string; level: 2 | 3 };

/**
 * Returns the sections of a text in their order. A section's id consists of its heading's words, so that a link keeps
 * working while other parts change; a repeated heading gets a number.
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

/** Whether a part of a text begins a section: a heading that is not blank. */
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
