import { type ArticleBlock, type ArticleDocument, isArticleLink } from '#contract/catalogue/articles-nodes.ts';
import { type ArticleSection, isTitled, sectionsOf } from '#contract/catalogue/articles-text.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';

/** Text for its reader: the blocks with content, and the sections among them. */
export type Reading = { blocks: ArticleBlock[]; sections: (ArticleSection & { block: number })[] };

/** Removes empty lines, and finds the beginning of each section: `block` counts from 0. */
export function readingOf(document: ArticleDocument): Reading {
  const blocks = document.content.filter((block) => block.type !== 'paragraph' || block.content !== undefined);
  const starts = blocks.flatMap((block, index) => (isTitled(block) ? [index] : []));
  const sections = sectionsOf(document).map((section, index) => ({ ...section, block: starts[index] ?? 0 }));
  return { blocks, sections };
}

/** Returns how a link opens: as a screen of the app, in this tab, or in a new tab. */
export function linkKindOf(href: string): 'screen' | 'here' | 'elsewhere' {
  if (href.startsWith('mailto:')) return 'here';
  if (!href.startsWith('/')) return 'elsewhere';
  // The router does not know paths of the API and anchors within a screen.
  return /^\/(api|media)\/|#/.test(href) ? 'here' : 'screen';
}

/** Returns "5 min read". */
export function readingWords(minutes: number): string {
  return `${minutes} min read`;
}

/** Current positions of a text's blocks, in pixels from the top of the window. */
type Layout = { tops: readonly number[]; bottom: number; windowHeight: number };

/**
 * Share of the window's height from the top: a block is reached when it starts above it. The last block is reached when
 * all of it was shown.
 */
export const reachedShare = 2 / 3;
/** Share of the window's height from the top at which the marked section is found. */
const currentShare = 1 / 4;

/** Returns the number of reached blocks, from 1. */
export function reachedBlock({ tops, bottom, windowHeight }: Layout): number {
  if (bottom <= windowHeight) return Math.max(1, tops.length);
  const reached = tops.filter((top) => top <= windowHeight * reachedShare).length;
  return Math.min(Math.max(1, reached), Math.max(1, tops.length - 1));
}

/** Returns the id of the section that is being read; null before the first one. */
export function currentSection(sections: Reading['sections'], { tops, windowHeight }: Layout): string | null {
  const passed = sections.filter(({ block }) => (tops[block] ?? Infinity) <= windowHeight * currentShare);
  return passed.at(-1)?.id ?? null;
}

/**
 * Returns the block to continue at, from 0; null if reading starts at the top because nothing or everything was read.
 */
export function blockToContinue(readingPositions: readonly ReadingPosition[], length: number): number | null {
  const readingPosition = readingPositions.find(({ unit }) => unit === 'block');
  if (!readingPosition || readingPosition.position <= 1 || readingPosition.position >= readingPosition.length)
    return null;
  return Math.min(readingPosition.position, length) - 1;
}

/**
 * Returns the URL for typed text: a valid link unchanged, https for a bare host, mailto for a bare email address; null
 * for other text.
 */
export function linkOf(typed: string): string | null {
  const address = typed.trim();
  if (isArticleLink(address)) return address;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address) && isArticleLink(`mailto:${address}`))
    return `mailto:${address}`;
  if (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(address) && isArticleLink(`https://${address}`)) return `https://${address}`;
  return null;
}
