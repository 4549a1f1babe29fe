import type { Database } from '#server/platform/database/db.ts';
import type { Blobs } from '#server/platform/files/blobs.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { measurePictures } from './flows.ts';

/** Gives pictures stored before their sizes. */
export function fileTasks(database: Database, blobs: Blobs): Tasks {
  return { 'measure-pictures': () => measurePictures(jobContext(database, 'measure-pictures'), blobs) };
}

/** When (UTC): soon after an update, and after the last node that stores none has gone. It reads nothing when all are known. */
export const fileCrontab = `
*/10 * * * * measure-pictures ?jobKey=measure-pictures&max=3
`;
