import type { Feature, RouteServices } from '#server/feature.ts';
import { createSessionCookies, type SessionCookies } from '#server/platform/http/cookies.ts';
import { portalOf } from '#server/platform/mail/layout.ts';
import { signInAdminRoutes } from './admin-routes.ts';
import { loadCommonPasswords } from './common-passwords.ts';
import type { ProofDeps } from './flows/deps.ts';
import { signInCrontab, signInTasks } from './jobs.ts';
import { signInLimits } from './limits.ts';
import { providerRoutes } from './provider-routes.ts';
import { signInRoutes } from './routes.ts';
import { longestSignInSeconds } from './rules.ts';
import { settingsRoutes } from './settings-routes.ts';

/** The cookies of signing in, for a portal at this address. */
export function sessionCookies(publicUrl: string): SessionCookies {
  return createSessionCookies({ isSecure: publicUrl.startsWith('https:'), longestSignInSeconds });
}

/** What it takes to ask members again for their password or a code. */
export function proofDeps({ env, limiter, sealer }: RouteServices): ProofDeps {
  return { limiter, limits: signInLimits(env.demo), sealer };
}

export const signIn: Feature = {
  routes: async (app, services) => {
    const { env, database, identityProvider } = services;
    const { publicUrl, passwordMin } = env;
    const isCommonPassword = await loadCommonPasswords(passwordMin);
    const deps = { ...proofDeps(services), portal: portalOf(env), passwordMin, isCommonPassword };
    const options = { database, deps, cookies: sessionCookies(publicUrl) };
    signInRoutes(app, options);
    settingsRoutes(app, options);
    providerRoutes(app, { ...options, provider: identityProvider, isSecure: publicUrl.startsWith('https:') });
    signInAdminRoutes(app, options);
  },
  tasks: ({ database, env }) => signInTasks(database, portalOf(env)),
  crontab: signInCrontab,
};
