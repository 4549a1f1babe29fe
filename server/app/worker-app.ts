import type { FastifyInstance } from 'fastify';
import { metricsRoutes } from '../operations/metrics/routes.ts';
import { healthRoutes } from '../platform/http/health.ts';
import { createFrame } from '../platform/http/server.ts';
import { createMetrics } from '../platform/telemetry/metrics.ts';
import type { Dependencies } from './app.ts';
import { laneOf } from './tasks.ts';

type WorkerApp = Pick<Dependencies, 'database' | 'logger' | 'version' | 'isLeaving'> & {
  /** The token for /metrics; null disables the page. */
  token: string | null;
  publicUrl: string;
  dataDir: string;
};

/** Builds the HTTP app of a node that only runs jobs: its health and its metrics. */
export async function createWorkerApp({
  database,
  logger,
  version,
  isLeaving = () => false,
  token,
  publicUrl,
  dataDir,
}: WorkerApp): Promise<FastifyInstance> {
  const app = await createFrame({
    logger,
    trustProxy: null,
    publicUrl,
    paymentOrigins: [],
    assetsOrigin: '',
    frames: [],
    ownsDatabase: false,
  });
  healthRoutes(app, { database, version, isLeaving });
  if (token === null) return app;
  const metrics = createMetrics(database, version, dataDir);
  metrics.watch(app);
  metricsRoutes(app, { database, metrics, token, laneOf });
  return app;
}
