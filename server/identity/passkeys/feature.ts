import type { Feature } from '#server/app/feature.ts';
import { signInRoutesDeps } from '#server/identity/sign-in/feature.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters } from '#server/platform/jobs/jobs.ts';
import { passkeySupportOf } from '#server/platform/security/relying-party.ts';
import { forgetOldChallenges } from './actions.ts';
import { passkeyRoutes } from './routes.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-old-challenges': NoParameters;
  }
}

export const passkeys: Feature = {
  routes: async (app, services) => {
    const { publicUrl } = services.env;
    const isSecure = publicUrl.startsWith('https:');
    passkeyRoutes(app, { ...(await signInRoutesDeps(services)), support: passkeySupportOf(publicUrl), isSecure });
  },
  tasks: ({ database }) => ({
    /** Deletes challenges for passkeys that were not signed in time. */
    'delete-old-challenges': async () => {
      const ctx = jobContext(database, 'delete-old-challenges');
      while (!(await ctx.transaction((inner) => forgetOldChallenges(inner))));
    },
  }),
  crontab: `
23 * * * * delete-old-challenges ?jobKey=delete-old-challenges&max=3
`,
  lanes: { 'delete-old-challenges': 'bulk' },
};
