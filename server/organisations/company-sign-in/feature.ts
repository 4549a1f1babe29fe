import type { Feature } from '#server/app/feature.ts';
import { browserCookieOf, connectionLimits } from '#server/identity/connections/feature.ts';
import { challengeCookieOf } from '#server/identity/passkeys/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { signInRoutesDeps } from '#server/identity/sign-in/feature.ts';
import { secondStepMinutes } from '#server/identity/sign-in/rules.ts';
import { createCookie } from '#server/platform/http/cookies.ts';
import { entryRoutes } from './entry-routes.ts';
import { companyCrontab, companyLanes, companyTasks } from './jobs.ts';
import { companyRoutes } from './routes.ts';

/** Seconds for which a sign-in waits for the proof of an account: long enough for a mail. */
const pendingSeconds = 60 * 60;

export const companySignIn: Feature = {
  routes: async (app, services) => {
    const { env, database, limiter, providers, sealer, lookUpTxt, settings, logger } = services;
    const portal = portalOf(env);
    const limits = connectionLimits(env);
    const browserCookie = browserCookieOf(services);
    const isSecure = env.publicUrl.startsWith('https:');
    const { cookies, deps: signIn } = await signInRoutesDeps(services);
    companyRoutes(app, {
      database,
      limiter,
      limit: limits.lookUps,
      deps: { publicUrl: env.publicUrl, sealer, providers },
      browserCookie,
      lookUpTxt,
    });
    const log = (message: string) => logger.info(message);
    entryRoutes(app, {
      database,
      entry: { settings, portal, providers, sealer, log, freshSeconds: env.freshSignInMinutes * 60 },
      links: { settings, portal, signIn, mailLimit: limits.links },
      cookies,
      browserCookie,
      pendingCookie: createCookie('sso-pending', { isSecure, maxAgeSeconds: pendingSeconds }),
      codeCookie: createCookie('second-step', { isSecure, maxAgeSeconds: secondStepMinutes * 60 }),
      challengeCookie: challengeCookieOf(services),
    });
  },
  tasks: ({ database, env, lookUpTxt }) => companyTasks(database, portalOf(env), lookUpTxt),
  crontab: companyCrontab,
  lanes: companyLanes,
  pageRules: () => [{ pages: /^\/auth\?(.*&)?token=/, hidesAddress: true }],
};
