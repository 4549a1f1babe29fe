import type { ArticleBlock, ArticleDocument } from '#contract/articles-nodes.ts';
import { type ArticleSection, isTitled, sectionsOf } from '#contract/articles-text.ts';
import type { ReadingPosition } from '#contract/progress.ts';

/** A text as its reader sees it: the parts that show something, and the sections among them. */
export type Reading = { blocks: ArticleBlock[]; sections: (ArticleSection & { block: number })[] };

/** Leaves out empty lines, and finds where each section begins: `block` counts from 0. */
export function readingOf(document: ArticleDocument): Reading {
  const blocks = document.content.filter((block) => block.type !== 'paragraph' || block.content !== undefined);
  const starts = blocks.flatMap((block, index) => (isTitled(block) ? [index] : []));
  const sections = sectionsOf(document).map((section, index) => ({ ...section, block: starts[index] ?? 0 }));
  return { blocks, sections };
}

/** How a link is followed: as a screen of the app, as a plain address in this tab, or in a tab of its own. */
export function linkKindOf(href: string): 'screen' | 'here' | 'elsewhere' {
  if (href.startsWith('mailto:')) return 'here';
  if (!href.startsWith('/')) return 'elsewhere';
  // What the server answers itself, and places within a screen, are no addresses the router knows.
  return /^\/(api|media)\/|#/.test(href) ? 'here' : 'screen';
}

/** "5 min read". */
export function readingWords(minutes: number): string {
  return `${minutes} min read`;
}

/** Where the parts of a text lie on the page at the moment, in pixels from the top of the window. */
export type Layout = { tops: readonly number[]; bottom: number; windowHeight: number };

/** A part counts as reached when it begins in the upper two thirds of the window; the last one when all of it was shown. */
export const reachedShare = 2 / 3;
/** The section that is marked is the one that runs through the upper quarter of the window. */
const currentShare = 1 / 4;

/** How many parts have been reached, from 1 on. */
export function reachedBlock({ tops, bottom, windowHeight }: Layout): number {
  if (bottom <= windowHeight) return Math.max(1, tops.length);
  const reached = tops.filter((top) => top <= windowHeight * reachedShare).length;
  return Math.min(Math.max(1, reached), Math.max(1, tops.length - 1));
}

/** The section that is being read; null before the first one. */
export function currentSection(sections: Reading['sections'], { tops, windowHeight }: Layout): string | null {
  const passed = sections.filter(({ block }) => (tops[block] ?? Infinity) <= windowHeight * currentShare);
  return passed.at(-1)?.id ?? null;
}

/** The part to go on with, counted from 0; null where reading begins at the top: nothing was read yet, or everything. */
export function blockToContinue(readingPositions: readonly ReadingPosition[], length: number): number | null {
  const readingPosition = readingPositions.find(({ unit }) => unit === 'block');
  if (!readingPosition || readingPosition.position <= 1 || readingPosition.position >= readingPosition.length)
    return null;
  return Math.min(readingPosition.position, length) - 1;
}
