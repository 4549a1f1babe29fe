import fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGate, shedLoad } from './overload.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a gate that sixty requests have entered. */
async function fullGate() {
  const gate = createGate();
  const inside = await Promise.all(Array.from({ length: 60 }, () => gate.enter()));
  return { gate, inside };
}

it('lets a request wait for a place, and turns it away when there is none for a while', async () => {
  const { gate } = await fullGate();
  const entering = gate.enter();
  await vi.advanceTimersByTimeAsync(400);
  expect(await entering).toBeNull();
});

it('gives a free place to the request that has waited longest', async () => {
  const { gate, inside } = await fullGate();
  const [first, second] = [gate.enter(), gate.enter()];
  inside[0]?.();
  inside[0]?.();
  expect(await first).not.toBeNull();
  await vi.advanceTimersByTimeAsync(400);
  expect(await second).toBeNull();
});

it('takes more at a time while answers are quick', async () => {
  const gate = createGate();
  for (let answered = 0; answered < 1_000; answered += 1) (await gate.enter())?.();
  const inside = await Promise.all(Array.from({ length: 300 }, () => gate.enter()));
  expect(inside).not.toContain(null);
  const entering = gate.enter();
  await vi.advanceTimersByTimeAsync(400);
  expect(await entering).toBeNull();
});

it('keeps no place for requests that wait for something else', async () => {
  const { gate } = await fullGate();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await gate.enter()).not.toBeNull();
});

it('refuses requests when a thousand others wait', async () => {
  const { gate } = await fullGate();
  for (let queued = 0; queued < 1_000; queued += 1) void gate.enter();
  expect(await gate.enter()).toBeNull();
});

it('gets the place back of an answer that is not sent by Fastify', async () => {
  vi.useRealTimers();
  const app = fastify();
  shedLoad(app);
  app.get('/by-itself', (_request, reply) => {
    reply.hijack();
    reply.raw.end('sent');
  });
  for (let asked = 0; asked < 61; asked += 1) expect((await app.inject('/by-itself')).statusCode).toBe(200);
});
