import { elapsedMs } from '#server/platform/clock.ts';

/** Limits how many jobs of this node send to slow receivers. */
export type Turns = {
  /**
   * Runs the action, unless the receiver is slow and other slow receivers have all their places.
   * @param isUnproven whether the receiver counts as slow although this node has not seen it slow
   * @returns whether the action ran
   */
  take(receiver: { webhookId: number; isUnproven: boolean }, action: () => Promise<void>): Promise<boolean>;
};

/** Milliseconds of a turn above which its receiver counts as slow, and for how long it does. */
const [slowMs, slowForMs] = [2500, 600_000];

/**
 * Slow receivers share half of the places, so that other receivers never wait for them (HOOK-04).
 * @param places number of jobs that the lane runs at the same time
 */
export function openTurns(places: number): Turns {
  const most = Math.max(1, Math.floor(places / 2));
  /** Time (`elapsedMs`) until which each slow receiver counts as slow. */
  const slow = new Map<number, number>();
  let running = 0;
  return {
    take: async ({ webhookId, isUnproven }, action) => {
      const beganMs = elapsedMs();
      const isSlow = isUnproven || (slow.get(webhookId) ?? 0) > beganMs;
      if (isSlow && running >= most) return false;
      if (isSlow) running += 1;
      try {
        await action();
      } finally {
        if (isSlow) running -= 1;
        if (elapsedMs() - beganMs > slowMs) slow.set(webhookId, elapsedMs() + slowForMs);
        else if (!isSlow) slow.delete(webhookId);
      }
      return true;
    },
  };
}
