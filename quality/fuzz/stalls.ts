/** The most processor time, in milliseconds, that the main thread may go on without a turn of the event loop. */
export const mostStallMs = 50;

/**
 * Returns the largest processor time of the main thread between two turns of the event loop while the work goes on.
 * Processor time, because a busy machine stretches the time on the clock: what else it does counts for nothing here.
 */
async function stallOf(work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    worst = Math.max(worst, (now.user - last.user + now.system - last.system) / 1000);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  look();
  return worst;
}

/**
 * The smallest stall of several repetitions of the same work: the first ones also compile it, and the collector of garbage
 * comes at any time. Work that never stalls is done once.
 */
export async function leastStallOf(work: () => Promise<unknown>, repetitions = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < repetitions && least > mostStallMs; time += 1) least = Math.min(least, await stallOf(work));
  return least;
}
