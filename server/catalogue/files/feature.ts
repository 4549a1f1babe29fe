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

/** Gives images stored before their sizes, and members the picture that their sign-in provider has. */
function fileTasks({ database, blobs, outbound }: JobServices): Tasks {
  return {
    'measure-pictures': () => measurePictures(jobContext(database, 'measure-pictures'), blobs),
    'fetch-profile-picture': ({ userId, address }) => {
      const ctx = jobContext(database, `profile-picture:${userId}`);
      return fetchPicture(ctx, outbound.portal, { userId, address });
    },
  };
}

/** When (UTC): soon after an update, and after the last node that stores none has gone. It reads nothing when all are known. */
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
