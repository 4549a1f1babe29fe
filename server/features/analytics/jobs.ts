import type { Database } from '#server/platform/database/db.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import { forgetOldSearches, forgetOldVisits } from './actions.ts';
import { foldAll } from './flows.ts';

/** What keeps the sums of analytics small and near the ledger. */
export function analyticsTasks(database: Database): Tasks {
  return {
    'fold-analytics': () => foldAll(jobContext(database, 'fold-analytics')),
    'delete-old-searches': () => forgetOldSearches(jobContext(database, 'delete-old-searches')),
    'delete-old-visits': () => forgetOldVisits(jobContext(database, 'delete-old-visits')),
  };
}

/** When (UTC). */
export const analyticsCrontab = `
* * * * * fold-analytics ?jobKey=fold-analytics&max=1
37 3 * * * delete-old-searches ?jobKey=delete-old-searches&max=3
39 3 * * * delete-old-visits ?jobKey=delete-old-visits&max=3
`;

export const analyticsLanes: Lanes = {
  'fold-analytics': 'bulk',
  'delete-old-searches': 'bulk',
  'delete-old-visits': 'bulk',
};
