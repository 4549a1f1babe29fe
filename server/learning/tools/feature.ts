import type { Feature } from '#server/app/feature.ts';
import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import { forgetOldTokens } from './actions.ts';
import { outsideToolRoutes } from './outside-routes.ts';
import { toolLimits, toolRoutes } from './routes.ts';

/** Returns the sources from which tools may be framed (ADM-PROD-10): https, and in demo mode this machine. */
function toolFrames(demo: boolean): string[] {
  return ['https:', ...(demo ? ['http://localhost:*', 'http://127.0.0.1:*'] : [])];
}

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-old-tool-tokens': NoParameters;
  }
}

function toolTasks(database: Database): Tasks {
  return { 'delete-old-tool-tokens': () => forgetOldTokens(jobContext(database, 'delete-old-tool-tokens')) };
}

/** The schedule of these jobs (UTC). */
const toolCrontab = `
29 * * * * delete-old-tool-tokens ?jobKey=delete-old-tool-tokens&max=3
`;

export const tools: Feature = {
  routes: (app, { env, database, limiter }) => {
    const options = { database, limiter, limits: toolLimits(env) };
    toolRoutes(app, options);
    outsideToolRoutes(app, { ...options, publicUrl: env.publicUrl });
  },
  tasks: ({ database }) => toolTasks(database),
  crontab: toolCrontab,
  lanes: { 'delete-old-tool-tokens': 'bulk' },
  pageRules: ({ demo }) => [
    { pages: /^\/tools(\/|$|\?)/, hidesAddress: true },
    { pages: /^\/tools\/./, frames: toolFrames(demo) },
  ],
};
