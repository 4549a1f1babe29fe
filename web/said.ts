import type { Message } from '#contract/message.ts';
import { dateAndTime, longDate } from './dates.ts';

/**
 * Returns a sentence of the server with its days, and times such as "1 Jun 2027, 09:00", in the screen's zone, because
 * a member without a zone reads them in the browser's.
 */
export function saidIn({ message, days = [] }: Message): string {
  let [said, rest] = ['', message];
  for (const { text, at } of days) {
    const [before = '', ...after] = rest.split(text);
    const write = /\d:\d\d$/.test(text) ? dateAndTime : longDate;
    said += before + (after.length > 0 ? write(at) : '');
    rest = after.join(text);
  }
  return said + rest;
}
