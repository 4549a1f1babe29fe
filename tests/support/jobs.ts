import type { Db } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';

/** Enqueues a job by any name, such as one of a task that only a test runs. The compiler does not check its payload. */
export const enqueueAny = enqueue as (
  db: Db,
  task: string,
  payload: object,
  options?: Parameters<typeof enqueue>[3],
) => Promise<void>;
