import { callInThread, threadPlaces } from '../threads/threads.ts';

/** Time limit in milliseconds; the largest document takes some seconds. */
const limitMs = 60_000;

/** One PDF is made at a time, because each thread loads the PDF library and its fonts. */
const places = threadPlaces(1);

/**
 * Makes a PDF in a separate thread, because the layout of a long one occupies a thread for seconds.
 * @param module a module whose one statement is `respondInThread` with the function that makes the PDF
 * @throws request.busy when others' PDFs take too long; an AbortError after `limitMs`
 */
export async function printInThread<Given extends readonly unknown[]>(module: URL, ...given: Given): Promise<Buffer> {
  return Buffer.from(await callInThread<Given, Uint8Array>(module, { given, limitMs, places }));
}
