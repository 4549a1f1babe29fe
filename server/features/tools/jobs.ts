import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { forgetOldTokens } from './actions.ts';

/** What tools leave to be cleared away. */
export function toolTasks(database: Database): Tasks {
  return { 'delete-old-tool-tokens': () => forgetOldTokens(jobContext(database, 'delete-old-tool-tokens')) };
}

/** When (UTC). */
export const toolCrontab = `
29 * * * * delete-old-tool-tokens ?jobKey=delete-old-tool-tokens&max=3
`;
