import type { Message } from '#contract/message.ts';
import { longDate } from './dates.ts';

/** A sentence of the server with its days in the zone of the screen, which a member without a zone reads in the browser's. */
export function saidIn({ message, days = [] }: Message): string {
  let [said, rest] = ['', message];
  for (const { text, at } of days) {
    const [before = '', ...after] = rest.split(text);
    said += before + (after.length > 0 ? longDate(at) : '');
    rest = after.join(text);
  }
  return said + rest;
}
