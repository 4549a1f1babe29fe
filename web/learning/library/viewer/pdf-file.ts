import './older-browsers.ts';
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist';
import { readPart } from '#web/platform/file-parts.ts';
import workerFile from './pdf-worker.ts?worker&url';
import type { PageSize } from './viewer-display.ts';

export type PdfFile = { document: PDFDocumentProxy; pageCount: number; firstSize: PageSize };

/**
 * Bytes of a chunk that the library asks for. A request reads at most three, because the portal shortens parts to a
 * megabyte.
 */
const chunkBytes = 256 * 1024;
const longestPart = 3 * chunkBytes;

/** PDF points are a 72nd of an inch, CSS pixels a 96th. */
export const pixelsPerPoint = 96 / 72;

// Fonts, character maps and a decoder of pictures that some files need; vite.config.ts puts them there.
const dataFolder = `/assets/pdfjs-${version}`;

type Opening = { address: string; signal: AbortSignal; onLost: (error: unknown) => void };

/**
 * Opens a PDF file of the portal and reads, part by part, only what the shown pages need.
 * @param opening `signal` closes the file; `onLost` is called when a later part cannot be read
 * @throws ApiError when it is not available; TypeError when the portal cannot be reached; other errors when it is no
 * PDF file that can be shown
 */
export async function openPdf({ address, signal, onLost }: Opening): Promise<PdfFile> {
  const range = await openRanges({ address, signal, onLost });
  // Workers come only from the page's own origin, even when the other files come from elsewhere.
  const { pathname, search } = new URL(workerFile, import.meta.url);
  const port = new Worker(new URL(pathname + search, location.origin), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    range,
    worker,
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    // The content security policy allows neither; the library has slower ways for both.
    isEvalSupported: false,
    useWasm: false,
    wasmUrl: `${dataFolder}/wasm/`,
    cMapUrl: `${dataFolder}/cmaps/`,
    standardFontDataUrl: `${dataFolder}/standard_fonts/`,
  });
  const close = () => void closeAll(task, worker, port);
  if (signal.aborted) close();
  signal.addEventListener('abort', close, { once: true });
  const document = await task.promise;
  return { document, pageCount: document.numPages, firstSize: sizeOf(await document.getPage(1)) };
}

type Sized = { getViewport(options: { scale: number }): { width: number; height: number } };

/** Returns the size of a page at 100 %. */
export function sizeOf(page: Sized): PageSize {
  const { width, height } = page.getViewport({ scale: pixelsPerPoint });
  return { width, height };
}

async function closeAll(task: PDFDocumentLoadingTask, worker: PDFWorker, port: Worker): Promise<void> {
  // The failure to open a file was reported before.
  await task.destroy().catch(() => undefined);
  worker.destroy();
  port.terminate();
}

async function openRanges({ address, signal, onLost }: Opening): Promise<PDFDataRangeTransport> {
  const first = await readPart(address, { begin: 0, end: chunkBytes, signal });
  const range = new PDFDataRangeTransport(first.totalBytes, first.bytes);
  range.requestDataRange = (begin: number, end: number) => {
    void readWhole(address, { begin, end, signal, etag: first.etag }).then(
      (bytes) => range.onDataRange(begin, bytes),
      (error: unknown) => {
        if (!signal.aborted) onLost(error);
      },
    );
  };
  return range;
}

type Stretch = { begin: number; end: number; signal: AbortSignal; etag: string };

/** Reads a stretch of any length in parts. */
async function readWhole(address: string, { begin, end, signal, etag }: Stretch): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  for (let at = begin; at < end; at += longestPart) {
    const part = await readPart(address, { begin: at, end: Math.min(at + longestPart, end), signal });
    if (part.etag !== etag) throw new Error('The file was replaced while it was read');
    bytes.set(part.bytes, at - begin);
  }
  return bytes;
}
