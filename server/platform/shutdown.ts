import { setTimeout as wait } from 'node:timers/promises';

type End = () => Promise<unknown>;

/** The parts of a node that must end. */
export type Shutdown = {
  /** Requests and jobs, which end at the same time: each has all of the time. */
  sideBySide: readonly End[];
  /** Services that requests and jobs use, which end one after the other. */
  afterwards: readonly End[];
  withinMs: number;
  /** Logs an error; the other parts end nevertheless. */
  log: (message: string) => void;
};

/** Ends a node. @returns false when that took longer than `withinMs`: the caller must then end the process */
export async function shutDown({ sideBySide, afterwards, withinMs, log }: Shutdown): Promise<boolean> {
  const ending = new AbortController();
  const end = (one: End) => one().catch((error: unknown) => log(`While stopping: ${String(error)}`));
  const all = async () => {
    await Promise.all(sideBySide.map(end));
    for (const one of afterwards) await end(one);
    return true;
  };
  const timeUp = wait(withinMs, false, { signal: ending.signal, ref: false }).catch(() => false);
  const hasEnded = await Promise.race([all(), timeUp]);
  ending.abort();
  if (!hasEnded) log('Not everything ended in time: requests are cut off, and other nodes do the jobs again.');
  return hasEnded;
}
