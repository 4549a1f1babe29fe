import { elapsedMs } from '../clock.ts';
import type { Replica } from '../database/replica.ts';
import { type OutsideCall, type OutsideService, signals } from './signals.ts';

/** A failure that long ago says nothing about a service that was not called since. */
const rememberedMs = 300_000;

/** What this process has no answer from; everything that does not need it works. */
type FailingServices = {
  /** The outside services whose last call of this process failed, and `replica` when the standby is not read. */
  list(): string[];
  stop(): void;
};

/** Watches the outside calls of this process from now on. */
export function watchFailingServices(replica: Replica): FailingServices {
  const failedAt = new Map<OutsideService, number>();
  const note = (message: unknown) => {
    // The channel carries what its publisher's `satisfies` names.
    const { service, outcome } = message as OutsideCall;
    if (outcome === 'failed') failedAt.set(service, elapsedMs());
    else failedAt.delete(service);
  };
  signals.outsideCall.subscribe(note);
  return {
    list: () => {
      const failing: string[] = [...failedAt]
        .filter(([, atMs]) => elapsedMs() - atMs < rememberedMs)
        .map(([service]) => service);
      const health = replica.health();
      if (health && health.state !== 'fresh') failing.push('replica');
      return failing.toSorted();
    },
    stop: () => void signals.outsideCall.unsubscribe(note),
  };
}
