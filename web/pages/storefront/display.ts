import type { ResourceType } from '#contract/catalogue/catalogue.ts';
import { charactersOf } from '#contract/characters.ts';
import type { PublicResource } from '#contract/pages/storefront.ts';
import { opensInViewer } from '#web/catalogue/catalogue/detail-display.ts';
import { fileAction } from '#web/catalogue/catalogue/display.ts';

export const typePlurals: Record<ResourceType, string> = {
  online_tool: 'Online tools',
  downloadable_template: 'Templates',
  template: 'Other templates',
  report: 'Reports',
  insight: 'Insights',
  newsletter: 'Newsletters',
  book: 'Books',
  article: 'Articles',
  bundle: 'Bundles',
  path: 'Learning paths',
  other: 'Others',
};

/** Target of a resource's main button, after signing in (FRONT-07). */
export type MainStep = {
  words: string;
  /** Path inside the portal. */
  next: string;
  /** Target in words, for the sentence below the button. */
  target: string;
};

type Opened = Pick<PublicResource, 'id' | 'type' | 'accessType' | 'hasPages' | 'readingMinutes' | 'inside'>;

export function mainStep(resource: Opened): MainStep {
  const { id, type, accessType, readingMinutes, inside } = resource;
  if (accessType === 'purchase') return { words: 'PURCHASE NOW', next: `/checkout/${id}`, target: 'the checkout' };
  if (accessType === 'subscription')
    return { words: 'SUBSCRIBE', next: `/subscribe/${id}`, target: 'the subscription' };
  if (readingMinutes !== null) return { words: 'READ', next: `/resource/${id}/article`, target: 'the text' };
  if (opensInViewer(resource)) return { words: 'READ', next: `/resource/${id}/read`, target: 'the first page' };
  if (type === 'online_tool') return { words: 'ACCESS TOOL', next: `/resource/${id}?start=tool`, target: 'the tool' };
  if (type === 'path') return { words: 'ACCESS', next: `/resource/${id}`, target: 'its first step' };
  const words = fileAction(type);
  if (words === null) return { words: 'ACCESS', next: `/resource/${id}`, target: 'its page' };
  // The file may be on another site, which `inside` does not say, so the button leads to the page, which offers the
  // video and the file.
  if (inside?.hasVideo && inside.file === null) {
    return { words, next: `/resource/${id}?tab=video`, target: 'the video' };
  }
  return { words, next: `/resource/${id}?start=download`, target: 'the download' };
}

/** Returns a sentence about a price; "" for a free resource. */
export function priceNote(resource: Pick<PublicResource, 'accessType'>): string {
  if (resource.accessType === 'purchase') return 'One payment, permanent access';
  return resource.accessType === 'subscription' ? 'One subscription opens every subscription resource' : '';
}

/** Widths of letters relative to the font size, slightly too large so that no line becomes too long. */
const letterWidths: readonly [RegExp, number][] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uffef]/u, 1.02],
  [/[\p{M}\u200b-\u200f]/u, 0],
  [/[mwMW@%ЖШЩЫЮФжшщыюфΩωΦΨ—…]/u, 0.96],
  [/[iljI.,;:!|'’ ιІіїl()[\]]/u, 0.34],
  [/\p{Lu}/u, 0.76],
];

function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letterWidths.find(([of]) => of.test(letter))?.[1] ?? 0.6), 0);
}

/** Breaks a text into lines of at most this width, at its spaces and inside words that are too long. */
function linesWithin(text: string, width: number): string[] {
  const pieces = text
    .trim()
    .split(/\s+/)
    .flatMap((word) => (widthOf(word) <= width ? [`${word} `] : [...charactersOf(word), ' ']));
  const lines = [''];
  for (const piece of pieces) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) lines.push(piece);
    else lines[lines.length - 1] = line + piece;
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const titleSizes = [76, 64, 54, 46, 40];

/** Returns a title as lines in the largest size that fits a field. If none fits, the last line ends in "…". */
export function titleLines(title: string, field: { width: number; height: number }): { size: number; lines: string[] } {
  const fitted = titleSizes.map((size) => ({
    size,
    lines: linesWithin(title, field.width / size),
    most: Math.floor(field.height / (size * 1.18)),
  }));
  const chosen = fitted.find((one) => one.lines.length <= one.most) ?? fitted.at(-1);
  if (!chosen) throw new Error('There are no sizes of titles');
  const { size, lines, most } = chosen;
  return { size, lines: lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`] };
}
