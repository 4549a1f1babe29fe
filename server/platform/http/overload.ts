import type { FastifyInstance, FastifyRequest } from 'fastify';
import { elapsedMs } from '../clock.ts';
import { failBusy } from '../failure.ts';
import { createPlaces, type Leave, type Places } from '../places.ts';

/** Number of concurrent requests that is always allowed. */
const fewest = 60;

/**
 * Share of the responses per second that may be in progress at the same time, if that is more than `fewest`: accepted
 * requests then do not wait.
 */
const shareOfSecond = 0.3;

/**
 * Maximum time in milliseconds that a request over the limit waits in a queue, which costs almost nothing and slows
 * down eager clients.
 */
const patienceMs = 400;
const mostWaiting = 1_000;

/**
 * Time in milliseconds after which a request gives its place to another one, because it then waits for something other
 * than this process, such as a payment provider or a report.
 */
const longestMs = 2_000;

const retryAfterSeconds = 5;

/** Makes a gate that admits as many concurrent requests as can be answered soon, in the order of their arrival. */
export function createGate(): Places {
  const pace = createPace();
  const places = createPlaces({
    most: () => Math.max(fewest, pace.perSecond() * shareOfSecond),
    mostWaiting,
    patienceMs,
    onLeave: pace.count,
  });
  return {
    enter: async () => {
      const leave = await places.enter();
      if (!leave) return null;
      const patience = setTimeout(leave, longestMs).unref();
      return () => {
        clearTimeout(patience);
        leave();
      };
    },
  };
}

/** Counts events of a second; the previous second counts until this one has as many. */
function createPace() {
  let [second, now, before] = [0, 0, 0];
  const turn = () => {
    const current = Math.floor(elapsedMs() / 1000);
    if (current === second) return;
    before = current === second + 1 ? now : 0;
    [second, now] = [current, 0];
  };
  return {
    count: () => {
      turn();
      now += 1;
    },
    perSecond: () => {
      turn();
      return Math.max(before, now);
    },
  };
}

const places = new WeakMap<object, Leave>();

/**
 * Releases the place of a request: when its response begins to be sent, because sending the rest, such as a file, costs
 * little, and when a page begins to load its data by calls that need places themselves.
 */
export function givePlaceBack(request: FastifyRequest): void {
  places.get(request)?.();
}

/**
 * Rejects requests beyond the number that this node can answer in time, with 503 and Retry-After. /healthz and /metrics
 * are never rejected.
 */
export function shedLoad(app: FastifyInstance): void {
  const gate = createGate();
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/healthz' || request.url === '/metrics') return;
    const leave = await gate.enter();
    if (!leave) throw failBusy(retryAfterSeconds);
    places.set(request, leave);
    // Not every response is sent by Fastify, and the caller may close the connection before, or while waiting for the
    // place.
    for (const end of ['finish', 'close']) reply.raw.once(end, leave);
    if (reply.raw.destroyed) leave();
  });
  app.addHook('onSend', async (request) => givePlaceBack(request));
}
