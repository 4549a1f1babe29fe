import type { FastifyInstance } from 'fastify';
import type { Dependencies } from './app.ts';
import { metricsRoutes } from './features/metrics/routes.ts';
import { createFrame } from './platform/http/server.ts';
import { createMetrics } from './platform/telemetry/metrics.ts';
import { laneOf } from './tasks.ts';

type WorkerApp = Pick<Dependencies, 'database' | 'logger' | 'version'> & { token: string; publicUrl: string };

/** What a node listens with that only runs jobs: its figures, and nothing else. */
export async function createWorkerApp({
  database,
  logger,
  version,
  token,
  publicUrl,
}: WorkerApp): Promise<FastifyInstance> {
  const app = await createFrame({
    logger,
    trustProxy: null,
    publicUrl,
    paymentOrigins: [],
    frames: [],
    ownsDatabase: false,
  });
  const metrics = createMetrics(database, version);
  metrics.watch(app);
  metricsRoutes(app, { database, metrics, token, laneOf });
  return app;
}
