import type { Feature } from '#server/app/feature.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import { type SyncOn, syncPart } from './actions.ts';
import { pathRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'sync-path': SyncOn;
  }
}

/** Learning paths. The database queues `sync-path` when steps, their resources or their checks changed. */
export const paths: Feature = {
  routes: pathRoutes,
  tasks: ({ database }) => ({
    'sync-path': async (payload) => {
      const flow = jobContext(database, 'sync-path');
      let next: SyncOn | null = payload;
      while (next) {
        const from: SyncOn = next;
        next = await flow.transaction((ctx) => syncPart(ctx, from));
      }
    },
  }),
  lanes: { 'sync-path': 'bulk' },
};
