import type { Dependencies } from './app.ts';
import { deleteOldCountersTask } from './platform/http/limits.ts';
import type { Tasks } from './platform/jobs.ts';
import { type Postman, sendMailTask } from './platform/mail.ts';

type TaskDependencies = Pick<Dependencies, 'database' | 'env'> & { postman: Postman };

/** Every job of the portal by its name. */
export function portalTasks({ database, postman }: TaskDependencies): Tasks {
  return {
    'send-mail': sendMailTask(database, postman),
    'delete-old-counters': deleteOldCountersTask(database),
  };
}

/** What runs by the clock (UTC), in the crontab form of graphile-worker. */
export const portalCrontab = `
17 * * * * delete-old-counters
`;
