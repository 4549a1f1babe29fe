import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoDay } from '#contract/dates.ts';
import type { Context, FlowContext, MemberContext } from '../context.ts';
import { inTurns } from '../turns.ts';

/**
 * The byte order mark, by which spreadsheet programs recognise UTF-8 (`csvMark` of contract/csv.ts, which platform does
 * not import).
 */
const csvMark = '\uFEFF';

type CsvFile = {
  /** Name without its ending, without characters that a header cannot have. */
  name: string;
  /** The whole text, or its parts as they are made. */
  text: string | Iterable<string> | AsyncIterable<string>;
};

/**
 * Replies with a CSV file to save, with the mark by which spreadsheet programs recognise its encoding; no cache stores
 * it.
 */
export function sendCsv(reply: FastifyReply, { name, text }: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(typeof text === 'string' ? csvMark + text : Readable.from(withCsvMark(isSync(text) ? inTurns(text) : text)));
}

/**
 * Returns the text of a file whose export leaves an audit entry, which is committed before the text is sent. A browser
 * that checks by HEAD whether it may download the file gets no text, so that a download leaves one entry.
 */
export async function textToTake(
  { method }: FastifyRequest,
  ctx: FlowContext,
  make: (ctx: Context) => Promise<string | Iterable<string>>,
): Promise<string | Iterable<string>> {
  return method === 'HEAD' ? '' : ctx.transaction(make);
}

function isSync(text: Iterable<string> | AsyncIterable<string>): text is Iterable<string> {
  return Symbol.iterator in text;
}

/** Yields the text of a CSV file behind the byte order mark. */
export async function* withCsvMark(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield csvMark;
  yield* text;
}

/** Returns a name with the reader's day, for files whose content is true on that day. */
export function nameOfDay(name: string, { now, actor }: MemberContext): string {
  return `${name}-${isoDay(now, actor.timeZone)}`;
}
