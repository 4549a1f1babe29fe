import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDenied, readMatrix, routeName } from '#tests/support/matrix.ts';
import type { OrganisationCaller, Role, Roles } from '#tests/support/roles.ts';
import { fillings, findBodyLimit, largestOf } from './largest.ts';
import { type Operation, readOperations } from './operations.ts';
import { tell } from './report.ts';
import { curlOf, requestOfWire } from './requests.ts';
import { measureLeastStall, mostStallMs } from './stalls.ts';
import type { Draft } from './valid.ts';
import { createFuzzWorld, knownDrafts, nextTransaction } from './world.ts';

let world: Roles;
let operations: Operation[];
type Caller = Role | OrganisationCaller;

/** Returns the caller with the most rights for an operation in the matrix. */
function callerOf(operation: Operation): Caller {
  const rows = readMatrix().filter((row) => routeName(row) === routeName(operation));
  const isLet = (caller: Caller) => rows.some(({ expect: cells }) => !isDenied(cells[caller] ?? ['4']));
  const callers: Caller[] = ['administrator', 'owner', 'member', 'other_member', 'suspended_member', 'anonymous'];
  return callers.find(isLet) ?? 'administrator';
}

type Stall = { what: string; ms: number; status: number; call: string };

const sentenceOf = ({ what, ms, call }: Stall) => `${ms.toFixed(0)} ms ${what}: ${call}`;

async function findLimit(operation: Operation, caller: Caller, draft: Draft | undefined): Promise<number> {
  if (!operation.body || !draft) return 64 * 1024;
  return findBodyLimit(async (text) => {
    const request = requestOfWire(operation, { draft, what: 'no JSON', text });
    return (await world.clientOf(caller).send(request)).status;
  });
}

/**
 * Measures the milliseconds for which each of the largest calls of an operation, and the jobs that it queues, occupy
 * the main thread.
 */
async function stallsOf(operation: Operation): Promise<Stall[]> {
  const caller = callerOf(operation);
  const known = (await knownDrafts(operation, caller, world)).slice(0, 2);
  const limit = await findLimit(operation, caller, known[0]);
  const requests = known.flatMap((draft) =>
    fillings.map((what) => requestOfWire(operation, { draft: largestOf(operation, draft, what, limit), what })),
  );
  const found: Stall[] = [];
  for (const [text, request] of new Map(requests.map((one) => [JSON.stringify(one), one]))) {
    const before = await nextTransaction(world.portal);
    const client = world.clientOf(caller);
    let status = 0;
    const ms = await measureLeastStall(async () => {
      // A call that was turned away because too much was under way says nothing about its work.
      for (let tries = 0; tries === 0 || (status === 503 && tries < 20); tries += 1) {
        if (tries > 0) await pause(100);
        ({ status } = await client.send(request));
      }
    });
    const call = `${status} as ${caller}, ${text.length} bytes: ${curlOf(request).slice(0, 300)}`;
    found.push({ what: operation.name, ms, status, call });
    if (before === (await nextTransaction(world.portal))) continue;
    const ofJobs = await measureLeastStall(() => world.portal.runJobs());
    found.push({ what: `jobs of ${operation.name}`, ms: ofJobs, status, call });
    await world.snapshot.restore();
  }
  return found;
}

it('GEN-29 the measure finds work that goes on without a turn of the event loop, and none that gives way', async () => {
  const spin = (ms: number) => {
    const { user, system } = process.threadCpuUsage();
    for (;;) {
      const now = process.threadCpuUsage();
      if (now.user - user + now.system - system > ms * 1000) return;
    }
  };
  const turn = () => new Promise((resolve) => void setImmediate(resolve));
  expect(await measureLeastStall(async () => spin(mostStallMs + 10))).toBeGreaterThan(mostStallMs);
  const inParts = async () => {
    for (let part = 0; part < 10; part += 1) {
      spin(mostStallMs / 5);
      await turn();
    }
  };
  expect(await measureLeastStall(inParts)).toBeLessThan(mostStallMs);
});

describe('the main thread', () => {
  beforeAll(async () => {
    world = await createFuzzWorld();
    const { body } = await world.portal.visitor().get<Parameters<typeof readOperations>[0]>('/api/openapi.json');
    operations = readOperations(body);
  });
  afterAll(() => world.close());

  it('GEN-29 the main thread is not occupied for more than 50 ms by any call with the largest input that the contract allows, nor by the jobs of the call', {
    tags: 'long',
    timeout: 3_600_000,
  }, async () => {
    const stalls: Stall[] = [];
    for (const operation of operations) stalls.push(...(await stallsOf(operation)));
    const worst = stalls.toSorted((one, other) => other.ms - one.ms).map(sentenceOf);
    const done = stalls.filter(({ status }) => status < 400).length;
    tell(
      `${stalls.length} calls as large as can be, and their jobs; ${done} succeeded; longest:`,
      ...worst.slice(0, 6),
    );
    expect(stalls.filter(({ ms }) => ms > mostStallMs).map(sentenceOf)).toEqual([]);
    expect(done).toBeGreaterThan(operations.length);
  });
});
