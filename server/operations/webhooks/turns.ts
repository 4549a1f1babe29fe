import { elapsedMs } from '#server/platform/clock.ts';

/** Turns of this node's jobs that send. */
export type Turns = {
  /** Runs the action, unless the receiver is a slow one and others like it have all places. @returns whether it ran */
  take(webhookId: number, action: () => Promise<void>): Promise<boolean>;
};

/** Duration of a turn from which its receiver is a slow one, and for how long. */
const [slowMs, slowForMs] = [2500, 600_000];

/**
 * Receivers that answer slowly share a part of the places, so that the others never wait for them (HOOK-04).
 * @param places jobs that the lane runs at once
 */
export function openTurns(places: number): Turns {
  const most = Math.max(1, Math.floor(places / 2));
  /** Until when a receiver is a slow one. */
  const slow = new Map<number, number>();
  let running = 0;
  return {
    take: async (webhookId, action) => {
      const beganMs = elapsedMs();
      const isSlow = (slow.get(webhookId) ?? 0) > beganMs;
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
