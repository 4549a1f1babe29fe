import type { FastifyReply } from 'fastify';

/** Answers a CSV file, saved under its name with the day. */
export function sendCsv(reply: FastifyReply, { name, now, text }: { name: string; now: Date; text: string }) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}-${now.toISOString().slice(0, 10)}.csv"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(text);
}
