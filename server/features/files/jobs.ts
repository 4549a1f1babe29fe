import type { Blobs } from '#server/platform/blobs.ts';
import type { Database } from '#server/platform/db.ts';
import { jobContext } from '#server/platform/job-context.ts';
import type { Tasks } from '#server/platform/jobs.ts';
import { measurePictures } from './flows.ts';

/** Gives pictures stored before their sizes. */
export function fileTasks(database: Database, blobs: Blobs): Tasks {
  return { 'measure-pictures': () => measurePictures(jobContext(database, 'measure-pictures'), blobs) };
}

/** When (UTC): soon after an update, and after the last node that stores none has gone. It reads nothing when all are known. */
export const fileCrontab = `
*/10 * * * * measure-pictures ?jobKey=measure-pictures&max=3
`;
