import { callInThread } from '../threads/threads.ts';

/** Time limit in milliseconds; the largest document takes some seconds. */
const limitMs = 60_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a PDF in a thread of its own, because the layout of a long one occupies a thread for seconds. One PDF is made
 * at a time, because each thread loads the PDF library and its fonts.
 * @param module a module whose one statement is `respondInThread` with the function that makes the PDF
 */
export function printInThread<Given extends readonly unknown[]>(module: URL, ...given: Given): Promise<Buffer> {
  const printed = last.then(() => callInThread<Given, Uint8Array>(module, { given, limitMs }));
  last = printed.catch(() => {});
  return printed.then((bytes) => Buffer.from(bytes));
}
