import type { FastifyInstance } from 'fastify';
import { elapsedMs } from '../clock.ts';
import type { Database } from '../database/db.ts';
import { fail } from '../failure.ts';
import { type OutsideCall, type OutsideService, signals } from '../telemetry/signals.ts';
import type { Version } from '../telemetry/version.ts';

type HealthRoutes = {
  database: Database;
  version: Version;
  /** Whether this node is stopping and takes no new requests. */
  isLeaving: () => boolean;
};

/** A failure that long ago says nothing about a service that was not called since. */
const rememberedMs = 300_000;

/**
 * Whether the process is alive and whether it can serve requests (BOOT-03). An outside service whose last call of this
 * node failed makes the node `degraded`, which still serves all that does not need the service.
 */
export function healthRoutes(app: FastifyInstance, { database, version, isLeaving }: HealthRoutes): void {
  const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;
  const failedAt = watchOutside(app);

  app.get('/healthz', open, async () => ({ status: 'alive', ...version }));

  app.get('/readyz', open, async () => {
    if (isLeaving()) throw fail('request.busy');
    const [found] = await database.db
      .prepared<{ standby: boolean }>('portal.ready', 'select pg_is_in_recovery() as standby', [])
      .catch(() => []);
    if (found?.standby !== false) throw fail('request.busy');
    const failing: string[] = [...failedAt]
      .filter(([, atMs]) => elapsedMs() - atMs < rememberedMs)
      .map(([service]) => service);
    const replica = database.replica.health();
    if (replica && replica.state !== 'fresh') failing.push('replica');
    return failing.length === 0 ? { status: 'ready' } : { status: 'degraded', failing: failing.toSorted() };
  });
}

/** When the last call of each outside service failed, in milliseconds of `elapsedMs`; without those that answered. */
function watchOutside(app: FastifyInstance): Map<OutsideService, number> {
  const failedAt = new Map<OutsideService, number>();
  const note = (message: unknown) => {
    // The channel carries what its publisher's `satisfies` names.
    const { service, outcome } = message as OutsideCall;
    if (outcome === 'failed') failedAt.set(service, elapsedMs());
    else failedAt.delete(service);
  };
  signals.outsideCall.subscribe(note);
  app.addHook('onClose', async () => {
    signals.outsideCall.unsubscribe(note);
  });
  return failedAt;
}
