import type { Feature } from '#server/feature.ts';
import { toolCrontab, toolTasks } from './jobs.ts';
import { toolLimits } from './limits.ts';
import { outsideToolRoutes } from './outside-routes.ts';
import { toolRoutes } from './routes.ts';

/** Where tools may be hosted (ADM-PROD-10): on https, and in demo mode on this machine. */
function toolFrames(demo: boolean): string[] {
  return ['https:', ...(demo ? ['http://localhost:*', 'http://127.0.0.1:*'] : [])];
}

export const tools: Feature = {
  routes: (app, { env, database, limiter }) => {
    const options = { database, limiter, limits: toolLimits(env.demo) };
    toolRoutes(app, options);
    outsideToolRoutes(app, { ...options, publicUrl: env.publicUrl });
  },
  tasks: ({ database }) => toolTasks(database),
  crontab: toolCrontab,
  pageRules: ({ demo }) => [
    { pages: /^\/tools(\/|$|\?)/, hidesAddress: true },
    { pages: /^\/tools\/./, frames: toolFrames(demo) },
  ],
};
