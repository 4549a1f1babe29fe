import { availableParallelism } from 'node:os';
import type { AssessmentRound } from '#contract/learning/assessment-rounds.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { callInThread, threadPlaces } from '#server/platform/threads/threads.ts';
import * as actions from './round-actions.ts';
import type { DecidedSets, RoundPeople } from './round-privacy-thread.ts';

/** Maximum attempts to close a round, because answers may arrive between the decision and the lock. */
const mostTries = 5;

/**
 * Closes a round before its last day is over (TEAM-02). The decision can take half a minute of processor time, so it is
 * made in a thread and before the transaction that stores it.
 * @throws assessment.round-closed, assessment.round-not-found, organisations.not-found, organisations.not-allowed;
 * request.busy while answers keep arriving or other rounds are being decided
 */
export async function closeRound(ctx: MemberFlowContext, one: actions.OneRound): Promise<AssessmentRound> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const read = await ctx.transaction((inner) => actions.readOwnPeople(inner, one));
    const decision = await decide(read);
    const closed = await ctx.transaction((inner) => actions.closeRound(inner, one, decision));
    if (closed) return closed;
  }
  throw fail('request.busy');
}

/**
 * Closes a round whose last day is over; does nothing when it is closed already. @throws request.busy while answers
 * keep arriving
 */
export async function closeDueRound(ctx: FlowContext, round: actions.ClosingRound): Promise<void> {
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const read = await ctx.transaction((inner) => actions.readPeople(inner, round));
    // No request waits for a job, so a job waits as long as necessary.
    const decision = await decide(read, null);
    if (await ctx.transaction((inner) => actions.closeDueRound(inner, round, decision))) return;
  }
  throw fail('request.busy');
}

/**
 * Time limit of a decision, in milliseconds: 5,000 people in 30 groups and 20 earlier rounds take half a minute of
 * processor time.
 */
const limitMs = 300_000;

const places = threadPlaces(Math.min(availableParallelism(), 4));

async function decide(read: RoundPeople, patienceMs?: null): Promise<actions.Decision> {
  const module = new URL('./round-privacy-thread.ts', import.meta.url);
  const call = { given: [read] as const, limitMs, places, patienceMs };
  return { read, ...(await callInThread<readonly [RoundPeople], DecidedSets>(module, call)) };
}
