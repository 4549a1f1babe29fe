/** Gives a place back; may be called more than once. */
export type Leave = () => void;

export type Places = {
  /**
   * Acquires a place, at once or after a wait; null when none was free in time, or too many wait already.
   * @param patienceMs null waits as long as necessary; by default `patienceMs` of the places
   */
  enter(patienceMs?: number | null): Promise<Leave | null>;
};

type Rules = {
  /** Number of places, which may change. */
  most: () => number;
  mostWaiting: number;
  patienceMs: number;
  /** Called once for each place, before the next in line gets it. */
  onLeave?: () => void;
};

/** Limits the number of callers inside at the same time; the others wait in the order of their arrival. */
export function createPlaces({ most, mostWaiting, patienceMs, onLeave }: Rules): Places {
  let inside = 0;
  const waiting = new Set<() => void>();
  const isFull = () => inside >= most();

  const takeIn = (): Leave => {
    inside += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      inside -= 1;
      onLeave?.();
      for (const next of waiting) {
        if (isFull()) return;
        next();
      }
    };
  };

  return {
    enter: async (patience = patienceMs) => {
      if (!isFull() && waiting.size === 0) return takeIn();
      if (waiting.size >= mostWaiting) return null;
      return new Promise((resolve) => {
        const end = (place: Leave | null) => {
          clearTimeout(timer);
          waiting.delete(come);
          resolve(place);
        };
        const come = () => end(takeIn());
        const timer = patience === null ? undefined : setTimeout(() => end(null), patience).unref();
        waiting.add(come);
      });
    },
  };
}
