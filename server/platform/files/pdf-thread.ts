import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { firstCharacters } from '#contract/characters.ts';
import { lineOf, paragraphsOf } from '#contract/lines.ts';
import type { DrawnPage, PageRange, PdfDescription, PdfTask, ReadPages } from './pdf-reader.ts';

// The counterpart of pdf-reader.ts: one task at a time.
parentPort?.on('message', async (task: PdfTask) => {
  parentPort?.postMessage(await runTask(task).catch(() => null));
});

async function runTask(task: PdfTask): Promise<PdfDescription | DrawnPage[] | ReadPages> {
  if (task.kind === 'describe') return describe(task.path);
  const document = await openFile(task.path);
  if (task.kind === 'read') return read(document, task);
  const drawn: DrawnPage[] = [];
  for (const page of task.pages) drawn.push(await draw(page, await document.getPage(page)));
  return drawn;
}

/** Maximum characters of a page, far more than fit on paper. */
const longestPage = 200_000;

async function read(document: PDFDocumentProxy, { from, to, enough }: PageRange): Promise<ReadPages> {
  const pages: ReadPages['pages'] = [];
  let characters = 0;
  for (let page = from; page <= Math.min(to, document.numPages) && characters < enough; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    const text = paragraphsOf(words.slice(0, longestPage));
    pages.push({ page, text });
    characters += text.length;
  }
  return { pageCount: document.numPages, pages };
}

const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => `${path.join(library, name)}/`;

async function openFile(file: string): Promise<PDFDocumentProxy> {
  return getDocument({
    data: new Uint8Array(await readFile(file)),
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    maxImageSize: 40_000_000,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
  }).promise;
}

const longestTitle = 200;
const mostEntries = 60;

async function describe(file: string): Promise<PdfDescription> {
  const isWhole = await hasEnd(file);
  const unreadable = (problem: PdfDescription['problem']) => ({ pages: null, contents: [], problem });
  try {
    const document = await openFile(file);
    if (document.numPages < 1) return unreadable('empty');
    // The library opens a file whose list of pages leads nowhere; loading the first page shows that.
    await document.getPage(1);
    // A damaged outline must not prevent the description of the file.
    const entries = await listEntries(document).catch(() => []);
    const problem = isWhole ? null : 'cut-off';
    return { pages: document.numPages, contents: entries.slice(0, mostEntries), problem };
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return unreadable('locked');
    return unreadable(isWhole ? 'damaged' : 'cut-off');
  }
}

/** Enough for the end of a file with some bytes behind it, which readers of PDFs tolerate. */
const endBytes = 8192;

/** Whether the mark at the end of each PDF is there (ISO 32000-2, 7.5.5). */
async function hasEnd(file: string): Promise<boolean> {
  const bytes = await readFile(file);
  return bytes.subarray(-endBytes).includes('%%EOF');
}

/** Returns the first level of the outline, or the second below a single entry, which is mostly the file's title. */
async function listEntries(document: PDFDocumentProxy): Promise<PdfDescription['contents']> {
  const outline = (await document.getOutline()) ?? [];
  const [only] = outline;
  const level = outline.length === 1 && only && only.items.length > 0 ? only.items : outline;
  const entries: PdfDescription['contents'] = [];
  for (const { title, dest } of level) {
    const page = await findPage(document, dest).catch(() => null);
    const words = cleanText(title, longestTitle);
    if (page !== null && words !== '') entries.push({ title: words, page });
  }
  return entries;
}

/** Returns the page to which an entry leads; null when the file has no such page. */
async function findPage(document: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | null> {
  const [target] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
  // Numbers come from the file as they are, also negative ones.
  if (typeof target === 'number') return target >= 0 && target < document.numPages ? target + 1 : null;
  // An entry of an outline refers to a page by its object in the file.
  if (typeof target !== 'object' || target === null) return null;
  return (await document.getPageIndex(target as Parameters<typeof document.getPageIndex>[0])) + 1;
}

type RenderTask = Parameters<PDFPageProxy['render']>[0];

/** Large enough to be readable at the width of a dialog; in pixels. */
const longestSides = { width: 1000, height: 1600 };
const longestText = 10_000;

async function draw(number: number, page: PDFPageProxy): Promise<DrawnPage> {
  const whole = page.getViewport({ scale: 1 });
  const scale = Math.min(longestSides.width / whole.width, longestSides.height / whole.height);
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height))];
  const canvas = createCanvas(width, height);
  // Safe cast, because the canvas has everything that the library uses of the browser's canvas.
  const canvasContext = canvas.getContext('2d') as unknown as RenderTask['canvasContext'];
  await page.render({ canvas: null, canvasContext, viewport, background: '#fff' }).promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
  return {
    page: number,
    image: await canvas.encode('webp', 80),
    size: { width, height },
    text: cleanText(text, longestText),
  };
}

/** Collapses white space and control characters, and truncates. */
function cleanText(text: string, longest: number): string {
  return firstCharacters(lineOf(text), longest);
}
