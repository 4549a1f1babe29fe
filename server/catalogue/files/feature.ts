import type { Feature, JobServices } from '#server/app/feature.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import { fetchPicture, measurePictures } from './flows.ts';
import { fileRoutes, uploadLimits, uploadRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'measure-pictures': NoParameters;
    'fetch-profile-picture': { userId: number; address: string };
  }
}

/**
 * Measures pictures that were stored before sizes were recorded, and fetches members' pictures from their sign-in
 * provider.
 */
function fileTasks({ database, blobs, outbound }: JobServices): Tasks {
  return {
    'measure-pictures': () => measurePictures(jobContext(database, 'measure-pictures'), blobs),
    'fetch-profile-picture': ({ userId, address }) => {
      const ctx = jobContext(database, `profile-picture:${userId}`);
      return fetchPicture(ctx, outbound.portal, { userId, address });
    },
  };
}

/**
 * The schedule (UTC): finds pictures soon after an update, and again after the last node of an earlier version has
 * stopped. Reads nothing when all sizes are known.
 */
const fileCrontab = `
*/10 * * * * measure-pictures ?jobKey=measure-pictures&max=3
`;

export const files: Feature = {
  routes: async (app, { env, database, blobs, limiter, logger }) => {
    fileRoutes(app, { database });
    const log = (message: string) => logger.warn(message);
    const scanner = env.clamav
      ? (await import('#server/platform/files/scanner.ts')).createScanner({ address: env.clamav, log })
      : null;
    await uploadRoutes(app, { database, blobs, scanner, limiter, limits: uploadLimits(env.limitFactor) });
  },
  tasks: fileTasks,
  crontab: fileCrontab,
  lanes: { 'measure-pictures': 'bulk' },
};
