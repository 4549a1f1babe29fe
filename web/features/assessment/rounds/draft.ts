import { type Run, readRun } from '../run-display.ts';

const keyOf = (roundId: number, userId: number) => `assessment round ${roundId} of ${userId}`;

/** Answers that this tab holds and that were not sent yet; null without any. */
export function readDraft(roundId: number, userId: number): Run | null {
  try {
    const kept = sessionStorage.getItem(keyOf(roundId, userId));
    return kept === null ? null : readRun(JSON.parse(kept), new Date(0).toISOString());
  } catch {
    return null;
  }
}

/** Holds answers in this tab until they are sent, so that a reload loses none; null forgets them. */
export function keepDraft(roundId: number, userId: number, run: Run | null): void {
  try {
    if (run === null) sessionStorage.removeItem(keyOf(roundId, userId));
    else sessionStorage.setItem(keyOf(roundId, userId), JSON.stringify(run));
  } catch {
    // Without storage the page itself holds the answers.
  }
}
