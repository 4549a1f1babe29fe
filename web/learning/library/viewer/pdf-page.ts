import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { pixelsPerPoint } from './pdf-file.ts';
import type { TextPiece } from './text-display.ts';

/** Maximum pixels of a page's canvas. No screen shows more of a page, and older phones refuse larger canvases. */
const mostPixels = 16_000_000;

/**
 * Draws a page into a holder and then replaces the holder's former content.
 * @param scale share of its natural size
 */
export async function drawPage(
  page: PDFPageProxy,
  { holder, scale, signal }: { holder: HTMLElement; scale: number; signal: AbortSignal },
): Promise<void> {
  const natural = page.getViewport({ scale: scale * pixelsPerPoint });
  const finest = Math.sqrt(mostPixels / (natural.width * natural.height));
  const density = Math.min(window.devicePixelRatio, finest);
  const viewport = page.getViewport({ scale: scale * pixelsPerPoint * density });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.className = 'block size-full';
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  if (await isDone(task, signal)) holder.replaceChildren(canvas);
}

async function isDone(task: RenderTask, signal: AbortSignal): Promise<boolean> {
  try {
    await task.promise;
    return true;
  } catch (error) {
    // The drawing was cancelled because the page has gone out of view or is drawn in another size.
    if (signal.aborted) return false;
    throw error;
  }
}

/** Adds the text layer over a page, for selection and screen readers; it scales with `--total-scale-factor`. */
export async function layText(page: PDFPageProxy, holder: HTMLElement, signal: AbortSignal): Promise<void> {
  const container = document.createElement('div');
  container.className = 'pdf-text';
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale: pixelsPerPoint }),
  });
  signal.addEventListener('abort', () => layer.cancel(), { once: true });
  try {
    await layer.render();
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  holder.replaceChildren(container);
}

/** Returns the pieces of a page's text, in the order of the file. */
export async function readPieces(document: PDFDocumentProxy, number: number): Promise<TextPiece[]> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , , , left = 0, bottom = 0] = item.transform as number[];
    return [{ text: item.str, left, bottom, size: item.height, endsLine: item.hasEOL }];
  });
}

/** Number of pages that are searched for text, because a cover may be only a picture. */
const pagesAsked = 3;

/** Whether one of the first pages of a file has text that can be read; scans have none. */
export async function hasText(document: PDFDocumentProxy): Promise<boolean> {
  for (let number = 1; number <= Math.min(pagesAsked, document.numPages); number += 1) {
    const pieces = await readPieces(document, number);
    if (pieces.some(({ text }) => text.trim() !== '')) return true;
  }
  return false;
}

/** Link on a page: its position in fractions of the page, and its target. */
export type PageLink = { id: string; left: number; top: number; width: number; height: number; target: LinkTarget };
type LinkTarget = { kind: 'page'; page: number } | { kind: 'web'; address: string };

// The library's result for a link; its own types leave annotations open.
type Annotation = { id: string; subtype: string; rect: number[]; url?: string; dest?: unknown };

/** Returns the links of a page to other pages and to http, https and mailto URLs; others are left out. */
export async function listLinks(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PageLink[]> {
  const viewport = page.getViewport({ scale: 1 });
  const annotations = (await page.getAnnotations({ intent: 'display' })) as Annotation[];
  const links = annotations.map(async ({ id, subtype, rect, url, dest }): Promise<PageLink[]> => {
    if (subtype !== 'Link') return [];
    const target = await findTarget(document, { url, dest });
    if (!target) return [];
    const corners = viewport.convertToViewportRectangle(rect);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
    return [
      {
        id,
        target,
        left: Math.min(x1, x2) / viewport.width,
        top: Math.min(y1, y2) / viewport.height,
        width: Math.abs(x2 - x1) / viewport.width,
        height: Math.abs(y2 - y1) / viewport.height,
      },
    ];
  });
  return (await Promise.all(links)).flat();
}

type Pointing = { url?: string; dest?: unknown };

async function findTarget(document: PDFDocumentProxy, { url, dest }: Pointing): Promise<LinkTarget | null> {
  if (url) return /^(https?|mailto):/.test(url) ? { kind: 'web', address: url } : null;
  const page = await findPage(document, dest);
  return page === null ? null : { kind: 'page', page };
}

/** Returns the page of a link or of an entry of the contents; null when the file does not know it. */
async function findPage(document: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  const found: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  const [place] = Array.isArray(found) ? found : [];
  if (typeof place === 'number') return place + 1;
  if (typeof place !== 'object' || place === null) return null;
  // Safe because this is a reference to a page of this file; the library rejects others, which then lead nowhere.
  const index = await document.getPageIndex(place).catch(() => null);
  return index === null ? null : index + 1;
}

export type ContentsEntry = { id: string; title: string; page: number; entries: ContentsEntry[] };

type OutlineItem = { title: string; dest: unknown; items: OutlineItem[] };

/**
 * Returns the table of contents of the file, as a tree; empty if it has none. Entries without a page give way to those
 * below them.
 */
export async function listContents(document: PDFDocumentProxy): Promise<ContentsEntry[]> {
  const outline: OutlineItem[] | null = await document.getOutline();
  return readEntries(document, outline ?? [], 'contents');
}

async function readEntries(
  document: PDFDocumentProxy,
  items: readonly OutlineItem[],
  parent: string,
): Promise<ContentsEntry[]> {
  const entries = items.map(async ({ title, dest, items: below }, index): Promise<ContentsEntry[]> => {
    const id = `${parent}-${index + 1}`;
    const [page, inner] = await Promise.all([findPage(document, dest), readEntries(document, below, id)]);
    return page === null ? inner : [{ id, title: title.trim(), page, entries: inner }];
  });
  return (await Promise.all(entries)).flat();
}
