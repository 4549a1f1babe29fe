import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/db.ts';
import { fail } from '../failure.ts';
import { watchFailingServices } from '../telemetry/failing-services.ts';
import { type DiskRoom, signals } from '../telemetry/signals.ts';
import type { Version } from '../telemetry/version.ts';

type HealthRoutes = {
  database: Database;
  version: Version;
  /** Whether this node is stopping: `/readyz` then fails, so that proxies send it no new requests. */
  isLeaving: () => boolean;
};

/**
 * Registers the routes that say whether the process is alive and whether it can serve requests (BOOT-03). An outside
 * service whose last call of this node failed, in the last five minutes, makes the node `degraded`, which still serves
 * everything that does not need the service; so do a replica that is not read and a full disk.
 */
export function healthRoutes(app: FastifyInstance, { database, version, isLeaving }: HealthRoutes): void {
  const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;
  const services = watchFailingServices(database.replica);
  const warn = (message: unknown) => {
    // Safe cast, because the publisher of the channel ensures this type with `satisfies`.
    const { hasRoom } = message as DiskRoom;
    if (!hasRoom) app.log.warn('A file was refused because the disk of DATA_DIR is full or nearly full: make room.');
  };
  signals.diskRoom.subscribe(warn);
  app.addHook('onClose', async () => {
    signals.diskRoom.unsubscribe(warn);
    services.stop();
  });

  app.get('/healthz', open, async () => ({ status: 'alive', ...version }));

  app.get('/readyz', open, async () => {
    if (isLeaving()) throw fail('request.busy');
    const [found] = await database.db
      .prepared<{ standby: boolean }>('portal.ready', 'select pg_is_in_recovery() as standby', [])
      .catch(() => []);
    if (found?.standby !== false) throw fail('request.busy');
    const failing = services.list();
    return failing.length === 0 ? { status: 'ready' } : { status: 'degraded', failing };
  });
}
