/** Maximum processor time, in milliseconds, of the main thread without a turn of the event loop. */
export const mostStallMs = 50;

/**
 * Returns the longest processor time of the main thread between two turns of the event loop during the work. Processor
 * time is measured, because a busy machine extends the time on the clock.
 */
export async function measureStall(work: () => Promise<unknown>): Promise<number> {
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
 * Returns the smallest stall of several repetitions of the same work, because the first ones also compile it, and the
 * garbage collector may run at any time. Stops after the first repetition that stays within `mostStallMs`.
 */
export async function measureLeastStall(work: () => Promise<unknown>, repetitions = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < repetitions && least > mostStallMs; time += 1)
    least = Math.min(least, await measureStall(work));
  return least;
}
