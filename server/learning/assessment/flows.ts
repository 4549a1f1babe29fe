import { availableParallelism } from 'node:os';
import type { AssessmentRound } from '#contract/learning/assessment-rounds.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { callInThread, threadPlaces } from '#server/platform/threads/threads.ts';
import * as actions from './round-actions.ts';
import type { decideShown, People } from './round-privacy-rules.ts';

/** Answers may arrive between the decision and the lock; so many times a close begins again. */
const mostTries = 5;

/**
 * Closes a round before its day is over (TEAM-02). The decision takes up to seconds of processor, so it is made in a thread
 * and before the transaction that stores it.
 * @throws assessment.round-closed; request.busy while answers keep arriving or other rounds are being decided
 */
export async function closeRound(ctx: MemberFlowContext, one: actions.OneRound): Promise<AssessmentRound> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const read = await ctx.transaction((inner) => actions.readOwnSets(inner, one));
    const decision = await decide(read);
    const closed = await ctx.transaction((inner) => actions.closeRound(inner, one, decision));
    if (closed) return closed;
  }
  throw fail('request.busy');
}

/** Closes a round whose last day is over; does nothing when it was closed since. @throws request.busy while answers keep arriving */
export async function closeDueRound(ctx: FlowContext, round: actions.ClosingRound): Promise<void> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const read = await ctx.transaction((inner) => actions.readSets(inner, round));
    // No reply depends on a job, so a job waits for its turn.
    const decision = await decide(read, null);
    if (await ctx.transaction((inner) => actions.closeDueRound(inner, round, decision))) return;
  }
  throw fail('request.busy');
}

/** 5,000 people in 30 groups and 20 earlier rounds take half a minute of processor. */
const limitMs = 300_000;

const places = threadPlaces(Math.min(availableParallelism(), 4));

async function decide(read: actions.RoundSets, patienceMs?: null): Promise<actions.DecidedSets> {
  const counted = (people: People) => people.difference(read.uncounted);
  const given: Parameters<typeof decideShown> = [
    read.earlier.map(counted),
    read.sets.map(({ people }) => counted(people)),
  ];
  const module = new URL('./round-privacy-thread.ts', import.meta.url);
  const decided = await callInThread<typeof given, boolean[]>(module, { given, limitMs, places, patienceMs });
  return { ...read, decided };
}
