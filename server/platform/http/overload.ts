import type { FastifyInstance } from 'fastify';
import { elapsedMs } from '../clock.ts';
import { failBusy } from '../failure.ts';

/** Fewer requests than these are never too many, however long they take: hashes, reports, downloads. */
const fewest = 100;

/** Answers that take longer than this, as the last ones did, come too late for those who would still queue up. */
const slowMs = 400;

/** How much one answer weighs in the moving mean. */
const weight = 0.02;

const retryAfterSeconds = 5;

export type Gauge = {
  /** Whether one more request would wait too long. */
  isFull(): boolean;
  entered(): void;
  answered(tookMs: number): void;
  left(): void;
};

/** Knows how many requests are under way and how long answers take at the moment. */
export function createGauge(): Gauge {
  let underWay = 0;
  let meanMs = 0;
  return {
    isFull: () => underWay >= fewest && meanMs > slowMs,
    entered: () => {
      underWay += 1;
    },
    answered: (tookMs) => {
      meanMs += (tookMs - meanMs) * weight;
    },
    left: () => {
      underWay -= 1;
    },
  };
}

/**
 * Turns requests away that would only make everybody wait: the excess is told when to come again, and what is taken is
 * answered in time. Whether the process lives is always told.
 */
export function shedLoad(app: FastifyInstance): void {
  const gauge = createGauge();
  const startedAt = new WeakMap<object, number>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/healthz') return;
    if (gauge.isFull()) throw failBusy(retryAfterSeconds);
    gauge.entered();
    startedAt.set(request, elapsedMs());
    // Finished when it was sent whole, closed when the other side went away first.
    let isUnderWay = true;
    for (const end of ['finish', 'close']) {
      reply.raw.once(end, () => {
        if (isUnderWay) gauge.left();
        isUnderWay = false;
      });
    }
  });
  app.addHook('onSend', async (request) => {
    const since = startedAt.get(request);
    if (since !== undefined) gauge.answered(elapsedMs() - since);
  });
}
