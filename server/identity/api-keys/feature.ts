import type { AppServices, Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import type { KeyFinder } from '#server/platform/http/guard.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters } from '#server/platform/jobs/jobs.ts';
import { callerOfKey, forgetEndedKeys, type KeyCaller, type KeyDeps } from './actions.ts';
import { keyRoutes, portalKeyRoutes } from './routes.ts';
import { isWithinReach } from './rules.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-ended-keys': NoParameters;
  }
}

/** Finds the caller of a key; null for a key that does not work. */
export type KeyReader = (call: { token: string; ip: string }) => Promise<KeyCaller | null>;

export function keyReader({ database }: Pick<AppServices, 'database'>, deps: KeyDeps): KeyReader {
  return (call) => callerOfKey(database.db, call, deps);
}

/** Finds the caller of a request with a key, for the guard. */
export function keyFinder(readKey: KeyReader): KeyFinder {
  return async (request, token) => {
    const found = await readKey({ token, ip: request.ip });
    const { url: path = '', config } = request.routeOptions;
    return (
      found && {
        ...found,
        isWithinReach: isWithinReach(found.kind, { path, caller: config.caller ?? 'visitor' }),
        isHeldBack: found.isWaiting && config.scope === 'organisation:write',
      }
    );
  };
}

export const apiKeys: Feature = {
  routes: (app, { env, database }) => {
    const portal = portalOf(env);
    keyRoutes(app, { database, portal });
    portalKeyRoutes(app, { database, portal });
  },
  tasks: ({ database }) => ({
    'delete-ended-keys': () => jobContext(database, 'delete-ended-keys').transaction(forgetEndedKeys),
  }),
  crontab: `
47 2 * * * delete-ended-keys ?jobKey=delete-ended-keys&max=3
`,
  lanes: { 'delete-ended-keys': 'bulk' },
};
