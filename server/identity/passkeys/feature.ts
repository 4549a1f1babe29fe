import type { AppServices, Feature } from '#server/app/feature.ts';
import { signInRoutesDeps } from '#server/identity/sign-in/feature.ts';
import { type Cookie, createCookie } from '#server/platform/http/cookies.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters } from '#server/platform/jobs/jobs.ts';
import { passkeySupportOf } from '#server/platform/security/relying-party.ts';
import { forgetOldChallenges } from './actions.ts';
import { passkeyRoutes } from './routes.ts';
import { challengeMinutes } from './rules.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-old-challenges': NoParameters;
  }
}

/** Cookie of the secret to which the challenges of a browser are bound. */
export function challengeCookieOf({ env }: Pick<AppServices, 'env'>): Cookie {
  const isSecure = env.publicUrl.startsWith('https:');
  return createCookie('passkey', { isSecure, maxAgeSeconds: challengeMinutes * 60 });
}

export const passkeys: Feature = {
  routes: async (app, services) => {
    const support = passkeySupportOf(services.env.publicUrl);
    passkeyRoutes(app, { ...(await signInRoutesDeps(services)), support, challenges: challengeCookieOf(services) });
  },
  tasks: ({ database }) => ({
    /** Deletes passkey challenges that were not signed in time. */
    'delete-old-challenges': () => forgetOldChallenges(jobContext(database, 'delete-old-challenges')),
  }),
  crontab: `
23 * * * * delete-old-challenges ?jobKey=delete-old-challenges&max=3
`,
  lanes: { 'delete-old-challenges': 'bulk' },
};
