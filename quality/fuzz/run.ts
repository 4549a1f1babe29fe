import fc from 'fast-check';
import { brokenInvariants } from '#tests/support/broken-invariants.ts';
import { type Role, type Roles, roles } from '#tests/support/roles.ts';
import { breakDraft, type Wire } from './broken.ts';
import { faultOf, type Kind } from './judge.ts';
import type { Operation } from './operations.ts';
import { curlOf, isAllowed, requestOfWire } from './requests.ts';
import { type Draft, validDrafts } from './valid.ts';
import { knownDrafts, nextTransaction } from './world.ts';

/** Number of calls of each kind that one round makes per operation and role. */
export type Round = { seed: number; valid: number; broken: number };

export type FuzzResult = {
  faults: string[];
  calls: Record<Kind, number>;
  /** Number of responses with 503; unexpected ones are also in `faults`. */
  turnedAway: number;
  /** The slowest response of each operation, in milliseconds. */
  slowestMs: Map<string, number>;
};

export function emptyResult(): FuzzResult {
  return { faults: [], calls: { valid: 0, broken: 0, odd: 0 }, turnedAway: 0, slowestMs: new Map() };
}

/** Returns a seed for an operation, so that it gets the same calls whatever other operations exist. */
function seedFor(seed: number, ...names: string[]): number {
  let hash = seed | 0;
  for (const letter of names.join('|')) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return hash;
}

/** Makes a round of calls to one operation as every role, and restores the tables afterwards. */
export async function fuzzOperation(
  world: Roles,
  operation: Operation,
  round: Round,
  result: FuzzResult,
): Promise<void> {
  for (const role of roles) {
    const known = (await knownDrafts(operation, role, world)).filter(
      ({ body }) => body !== undefined || !operation.body,
    );
    const drafts = (kind: string, numRuns: number) => {
      const seed = seedFor(round.seed, operation.name, role, kind);
      return fc.sample(validDrafts(operation, known), { seed, numRuns });
    };
    const caller = new Caller(world, operation, role, result);
    const broken = breakAll(drafts('broken', round.broken), seedFor(round.seed, operation.name, role));
    const rejected = broken.filter((wire) => !isAllowed(operation, wire));
    const before = await nextTransaction(world.portal);
    for (const wire of rejected) await caller.call('broken', wire);
    // Broken calls must write nothing; the snapshot shows the changed tables.
    const isUntouched = before === (await nextTransaction(world.portal));
    const changed = isUntouched ? [] : await world.snapshot.restore();
    if (changed.length > 0) result.faults.push(...(await blame(world, caller, rejected)));
    for (const wire of broken.filter((one) => isAllowed(operation, one))) await caller.call('odd', wire);
    for (const draft of drafts('valid', round.valid)) await caller.call('valid', { draft, what: 'as described' });
    if (before === (await nextTransaction(world.portal))) continue;
    for (const row of await brokenInvariants(world.portal.database)) {
      if (row.broken !== trialWithoutConsent)
        result.faults.push(`${operation.name} as ${role} broke ${JSON.stringify(row)}`);
    }
    await world.snapshot.restore();
  }
}

/** A call may leave out the consent: the trial still begins, and this invariant lists it for a person. */
const trialWithoutConsent = 'I34b';

function breakAll(drafts: Draft[], seed: number): Wire[] {
  const die = fc.noBias(fc.integer({ min: 0, max: 9999 })).map((number) => number / 10_000);
  const dice = fc.sample(fc.tuple(die, die, die), { seed, numRuns: drafts.length });
  return drafts.map((draft, index) => breakDraft(draft, dice[index] ?? [0, 0, 0]));
}

/** Finds the calls that changed a table, by repeating them one at a time. */
async function blame(world: Roles, caller: Caller, wires: Wire[]): Promise<string[]> {
  const guilty: string[] = [];
  for (const wire of wires) {
    await caller.call('broken', wire);
    const changed = await world.snapshot.restore();
    if (changed.length > 0) guilty.push(`${caller.tell(wire)}\n  changed ${changed.join(', ')} though broken`);
  }
  return guilty.length > 0 ? guilty : [`${caller.tell(wires[0])}\n  one of a batch of broken calls changed something`];
}

/** One role's calls of one operation; a session that a call has ended is restored. */
class Caller {
  private client;
  private readonly world: Roles;
  private readonly operation: Operation;
  private readonly role: Role;
  private readonly result: FuzzResult;

  constructor(world: Roles, operation: Operation, role: Role, result: FuzzResult) {
    this.world = world;
    this.operation = operation;
    this.role = role;
    this.result = result;
    this.client = world.clientOf(role);
  }

  async call(kind: Kind, wire: Wire): Promise<void> {
    const { operation, result } = this;
    const before = performance.now();
    const answer = await this.client.send(requestOfWire(operation, wire));
    const took = performance.now() - before;
    result.calls[kind] += 1;
    if (answer.status === 503) result.turnedAway += 1;
    result.slowestMs.set(operation.name, Math.max(took, result.slowestMs.get(operation.name) ?? 0));
    const fault = faultOf(operation, kind, answer);
    if (fault) result.faults.push(`${this.tell(wire)}\n  ${kind}: ${fault}: ${answer.raw.toString().slice(0, 300)}`);
    if (answer.status === 401 && this.role !== 'anonymous') await this.signInAgain();
  }

  tell(wire: Wire | undefined): string {
    return wire ? `as ${this.role}, ${wire.what}: ${curlOf(requestOfWire(this.operation, wire))}` : this.operation.name;
  }

  private async signInAgain(): Promise<void> {
    await this.world.snapshot.restore();
    this.client = this.world.clientOf(this.role);
  }
}
