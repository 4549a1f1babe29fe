import { login } from '#contract/identity/sign-in.endpoints.ts';
import type { AppServices, Feature, RouteServices } from '#server/app/feature.ts';
import { hasPasskey } from '#server/identity/passkeys/held-actions.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import type { Actor } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import type { GuardOptions } from '#server/platform/http/guard.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters, Tasks } from '#server/platform/jobs/jobs.ts';
import type { Lanes } from '#server/platform/jobs/lanes.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { passkeySupportOf } from '#server/platform/security/relying-party.ts';
import { forgetOldAttempts } from './actions.ts';
import { loadCommonPasswords } from './common-passwords.ts';
import { type SessionCookies, sessionCookies } from './cookies.ts';
import { type ProofDeps, signInLimits } from './flows/deps.ts';
import { forgetOldLinks, sendResetLink } from './link-actions.ts';
import { providerRoutes } from './provider-routes.ts';
import { logFailedSignIns, type SignInRoutes, signInRoutes } from './routes.ts';
import { findActor, forgetOldSignIns } from './session-actions.ts';
import { settingsRoutes } from './settings-routes.ts';

/** Returns the rule that, with ADMIN_PASSKEY=required, makes administrators without a passkey members (PASS-03). */
export function passkeyRule({ env, database }: Pick<AppServices, 'env' | 'database'>) {
  const { party } = passkeySupportOf(env.publicUrl);
  return async (actor: Actor): Promise<Actor> => {
    if (actor.role !== 'administrator' || !env.isAdminPasskeyRequired || !party) return actor;
    return (await hasPasskey(database, actor.userId, party.id))
      ? actor
      : { ...actor, role: 'user', lacksPasskey: true };
  };
}

/** Finds the member of the session cookie; null without a valid one. */
export function actorFinder(services: Pick<AppServices, 'env' | 'database'>): GuardOptions['findActor'] {
  const { env, database } = services;
  const cookies = sessionCookies(env.publicUrl);
  const freshSeconds = env.freshSignInMinutes * 60;
  const withRule = passkeyRule(services);
  return async (request) => {
    const secret = cookies.read(request);
    const actor = secret ? await findActor(database.db, secret, freshSeconds) : null;
    return actor && withRule(actor);
  };
}

/** Whether a member has signed in before with the browser that sends a request (AUTH-24). */
export function browserKnower({ env }: Pick<AppServices, 'env'>): SessionCookies['isKnown'] {
  return sessionCookies(env.publicUrl).isKnown;
}

export function clearSession({ env }: Pick<AppServices, 'env'>): SessionCookies['clear'] {
  return sessionCookies(env.publicUrl).clear;
}

/** Dependencies of asking members again for their password or a code. */
export function proofDeps({ env, limiter, sealer }: RouteServices): ProofDeps {
  return { limiter, limits: signInLimits(env), sealer };
}

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'send-reset-link': { email: string };
    'delete-old-sign-ins': NoParameters;
  }
}

function signInTasks(database: Database, portal: Portal): Tasks {
  return {
    /** Mails a reset link to an address, if it has an account and need not sign in through a connection. */
    'send-reset-link': async ({ email }) => {
      await jobContext(database, 'send-reset-link').transaction((ctx) => sendResetLink(ctx, email, portal));
    },
    /**
     * Deletes sign-ins and links that ended over 30 days ago, and counters without an attempt for a day.
     */
    'delete-old-sign-ins': async () => {
      const ctx = jobContext(database, 'delete-old-sign-ins');
      await forgetOldSignIns(ctx);
      await forgetOldLinks(ctx);
      await forgetOldAttempts(ctx);
    },
  };
}

const signInCrontab = `
53 3 * * * delete-old-sign-ins ?jobKey=delete-old-sign-ins&max=3
`;

const signInLanes: Lanes = { 'send-reset-link': 'now', 'delete-old-sign-ins': 'bulk' };

/** Dependencies of the routes that sign people in. */
export async function signInRoutesDeps(services: RouteServices): Promise<SignInRoutes> {
  const { env, database, settings, isInvited } = services;
  const { publicUrl, passwordMin } = env;
  const deps = {
    ...proofDeps(services),
    portal: portalOf(env),
    settings,
    isInvited,
    passwordMin,
    isCommonPassword: await loadCommonPasswords(passwordMin),
    freshSeconds: env.freshSignInMinutes * 60,
    party: passkeySupportOf(publicUrl).party,
  };
  return { database, deps, cookies: sessionCookies(publicUrl) };
}

export const signIn: Feature = {
  routes: async (app, services) => {
    const { identityProvider, metrics } = services;
    const { publicUrl } = services.env;
    const options = await signInRoutesDeps(services);
    logFailedSignIns(app);
    metrics?.showRefusalsOf(login.path);
    signInRoutes(app, options);
    settingsRoutes(app, options);
    providerRoutes(app, { ...options, provider: identityProvider, isSecure: publicUrl.startsWith('https:') });
  },
  tasks: ({ database, env }) => signInTasks(database, portalOf(env)),
  crontab: signInCrontab,
  lanes: signInLanes,
  pageRules: () => [{ pages: /^\/(reset-password|verify-email)(\/|$|\?)/, hidesAddress: true }],
};
