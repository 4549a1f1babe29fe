import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoDay } from '#contract/dates.ts';
import type { Context, FlowContext, MemberContext } from '../context.ts';
import { inTurns } from '../turns.ts';

/** The byte order mark, by which spreadsheet programs know UTF-8 (`csvMark` of contract/csv.ts, which platform does not read). */
const csvMark = '\uFEFF';

type CsvFile = {
  /** Without its ending; holds nothing that a header could not. */
  name: string;
  /** The whole text, or its parts as they come. */
  text: string | Iterable<string> | AsyncIterable<string>;
};

/** Answers a CSV file to be saved, with the mark by which spreadsheet programs know its encoding; no cache keeps it. */
export function sendCsv(reply: FastifyReply, { name, text }: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(typeof text === 'string' ? csvMark + text : Readable.from(marked(isSync(text) ? inTurns(text) : text)));
}

/**
 * Returns the text of a file whose making leaves an audit entry, which is committed before the text is sent. A browser
 * that asks by HEAD whether it may download the file gets no text: a download leaves one entry.
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

async function* marked(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield csvMark;
  yield* text;
}

/** A name with the reader's day, for files that say what holds on it. */
export function nameOfDay(name: string, { now, actor }: MemberContext): string {
  return `${name}-${isoDay(now, actor.timeZone)}`;
}
