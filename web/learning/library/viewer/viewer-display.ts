/** Width and height of a page at its natural size, in CSS pixels. */
export type PageSize = { width: number; height: number };

/** Size of the shown pages: as wide as there is room, or a share of their natural size. */
export type Zoom = 'fit' | number;

const zoomSteps = [0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
const smallest = zoomSteps[0];
const largest = 4;

/** Maximum scale of `fit`, because a page as wide as a large window would be harder to read. */
const largestFit = 1.25;

/** Space around and between pages, in CSS pixels. */
export const pageGap = 16;

/** Returns the scale at which a page is drawn. */
export function scaleOf(zoom: Zoom, { pageWidth, room }: { pageWidth: number; room: number }): number {
  if (zoom !== 'fit') return zoom;
  return Math.min(largestFit, Math.max(0.1, (room - 2 * pageGap) / pageWidth));
}

/** Returns the next step of the zoom, up (1) or down (-1); null when there is none. */
export function zoomStep(scale: number, direction: 1 | -1): number | null {
  // Nearly equal scales are the same step.
  const slack = 0.005;
  if (direction === 1) return scale >= largest - slack ? null : (zoomSteps.find((one) => one > scale + slack) ?? null);
  return scale <= smallest + slack ? null : (zoomSteps.findLast((one) => one < scale - slack) ?? null);
}

/** Positions of the pages from the top, their sizes, and the size of all, in CSS pixels. */
export type PageLayout = { tops: number[]; heights: number[]; widths: number[]; total: number; widest: number };

/** Lays out the pages below each other. */
export function layoutOf(sizes: readonly PageSize[], scale: number): PageLayout {
  const layout: PageLayout = { tops: [], heights: [], widths: [], total: pageGap, widest: 0 };
  for (const size of sizes) {
    const [width, height] = [Math.floor(size.width * scale), Math.floor(size.height * scale)];
    layout.tops.push(layout.total);
    layout.heights.push(height);
    layout.widths.push(width);
    layout.total += height + pageGap;
    layout.widest = Math.max(layout.widest, width + 2 * pageGap);
  }
  return layout;
}

/** Visible part: the distance of its top from the top of all pages, and its height. */
export type View = { top: number; height: number };

/** Returns the current page: the one a third down the view, or the last one at the end of the file. */
export function pageInView({ tops, total }: PageLayout, { top, height }: View): number {
  if (top + height >= total - 1) return tops.length;
  const found = tops.findLastIndex((pageTop) => pageTop <= top + height / 3);
  return Math.max(found, 0) + 1;
}

/** Page to draw: its number and its box, in CSS pixels. */
export type PageBox = { number: number; top: number; width: number; height: number };

/** Returns the pages to draw: those in view, and those one view above and below. */
export function pagesNear({ tops, heights, widths }: PageLayout, view: View): PageBox[] {
  return tops.flatMap((top, index) => {
    const [width = 0, height = 0] = [widths[index], heights[index]];
    const isNear = top + height >= view.top - view.height && top <= view.top + 2 * view.height;
    return isNear ? [{ number: index + 1, top, width, height }] : [];
  });
}

/** Returns the scroll position that keeps the top of the view at the same text when the layout changes. */
export function keptTop(before: PageLayout, after: PageLayout, top: number): number {
  const index = Math.max(
    before.tops.findLastIndex((pageTop) => pageTop <= top),
    0,
  );
  const share = (top - (before.tops[index] ?? 0)) / Math.max(before.heights[index] ?? 1, 1);
  return Math.max(0, (after.tops[index] ?? 0) + share * (after.heights[index] ?? 0));
}

/** Returns the page number in a URL or a field; null if it is invalid. */
export function pageNumberOf(text: unknown): number | null {
  return typeof text === 'string' && /^\s*[1-9]\d{0,6}\s*$/.test(text) ? Number(text) : null;
}

/**
 * Returns the first page to show: the one in the URL, at most the last page; otherwise the saved one, or page 1 if
 * none is saved or the file has become shorter.
 */
export function firstPageOf({
  asked,
  kept,
  pageCount,
}: {
  asked: number | null;
  kept: number | null;
  pageCount: number;
}) {
  if (asked !== null) return Math.min(asked, pageCount);
  return kept !== null && kept <= pageCount ? kept : 1;
}

/** Formats as "110 %". */
export function percentWords(scale: number): string {
  return `${Math.round(scale * 100)} %`;
}

export type KeyCommand =
  | 'next-page'
  | 'previous-page'
  | 'first-page'
  | 'last-page'
  | 'larger'
  | 'smaller'
  | 'fit'
  | Scroll;
type Scroll = { lines: number } | { views: number };

const keyCommands: Record<string, KeyCommand> = {
  ArrowRight: 'next-page',
  ArrowLeft: 'previous-page',
  Home: 'first-page',
  End: 'last-page',
  PageDown: { views: 1 },
  PageUp: { views: -1 },
  ' ': { views: 1 },
  ArrowDown: { lines: 1 },
  ArrowUp: { lines: -1 },
  '+': 'larger',
  '-': 'smaller',
  '0': 'fit',
};

export function keyCommandOf(key: string): KeyCommand | null {
  return keyCommands[key] ?? null;
}
