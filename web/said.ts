import type { Message } from '#contract/message.ts';
import { longDate } from './dates.ts';

/**
 * Returns a sentence of the server with its days in the screen's zone, because a member without a zone reads them in
 * the browser's.
 */
export function saidIn({ message, days = [] }: Message): string {
  let [said, rest] = ['', message];
  for (const { text, at } of days) {
    const [before = '', ...after] = rest.split(text);
    said += before + (after.length > 0 ? longDate(at) : '');
    rest = after.join(text);
  }
  return said + rest;
}
