import type { Feature } from '#server/feature.ts';
import { toolCrontab, toolTasks } from './jobs.ts';
import { toolLimits } from './limits.ts';
import { outsideToolRoutes } from './outside-routes.ts';
import { toolRoutes } from './routes.ts';

export const tools: Feature = {
  routes: (app, { env, database, limiter }) => {
    const options = { database, limiter, limits: toolLimits(env.demo) };
    toolRoutes(app, options);
    outsideToolRoutes(app, { ...options, publicUrl: env.publicUrl });
  },
  tasks: ({ database }) => toolTasks(database),
  crontab: toolCrontab,
};
