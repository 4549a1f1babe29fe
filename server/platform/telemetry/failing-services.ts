import { elapsedMs } from '../clock.ts';
import type { Replica } from '../database/replica.ts';
import { type DiskRoom, type OutsideCall, type OutsideService, signals } from './signals.ts';

/**
 * Time after which a failure is forgotten, in milliseconds, because it says nothing about a service that was not called
 * since.
 */
const rememberedMs = 300_000;

/** Services that do not respond to this process; functions without them work. */
type FailingServices = {
  /**
   * Returns the outside services whose last call of this process failed within the last five minutes, `replica` when
   * the standby is not read, and `disk` when the last file found no room, in that time.
   */
  list(): string[];
  stop(): void;
};

/** Watches the outside calls of this process from now on. */
export function watchFailingServices(replica: Replica): FailingServices {
  const failedAt = new Map<OutsideService | 'disk', number>();
  const note = (message: unknown) => {
    // Safe cast, because the publisher of the channel ensures this type with `satisfies`.
    const { service, outcome } = message as OutsideCall;
    if (outcome === 'failed') failedAt.set(service, elapsedMs());
    else failedAt.delete(service);
  };
  const noteRoom = (message: unknown) => {
    // Safe cast for the same reason.
    const { hasRoom } = message as DiskRoom;
    if (hasRoom) failedAt.delete('disk');
    else failedAt.set('disk', elapsedMs());
  };
  signals.outsideCall.subscribe(note);
  signals.diskRoom.subscribe(noteRoom);
  return {
    list: () => {
      const failing: string[] = [...failedAt]
        .filter(([, atMs]) => elapsedMs() - atMs < rememberedMs)
        .map(([service]) => service);
      const health = replica.health();
      if (health && health.state !== 'fresh') failing.push('replica');
      return failing.toSorted();
    },
    stop: () => {
      signals.outsideCall.unsubscribe(note);
      signals.diskRoom.unsubscribe(noteRoom);
    },
  };
}
