import type { Feature } from '#server/app/feature.ts';
import { portalOf, requireAssistants } from '#server/identity/settings/actions.ts';
import { passkeyRule } from '#server/identity/sign-in/feature.ts';
import type { LimitFactors } from '#server/platform/http/limits.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { NoParameters } from '#server/platform/jobs/jobs.ts';
import { forgetEndedAssistants, resourceOf } from './actions.ts';
import { protocolRoutes } from './protocol-routes.ts';
import { assistantRoutes } from './routes.ts';
import { formTargetOf } from './rules.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'delete-ended-assistants': NoParameters;
  }
}

/** Limits of assistants; see docs/operator/monitoring.md. */
function assistantLimits({ limitFactor, networkLimitFactor }: LimitFactors) {
  return {
    requests: { name: 'assistant-requests', max: 60 * limitFactor, windowSeconds: 3_600 },
    registrations: { name: 'assistant-registrations', max: 20 * networkLimitFactor, windowSeconds: 3_600 },
    tokens: { name: 'assistant-tokens', max: 300 * networkLimitFactor, windowSeconds: 60 },
  };
}

export const assistants: Feature = {
  routes: (app, services) => {
    const { env, database, limiter, outbound, settings } = services;
    const portal = portalOf(env);
    const deps = {
      portal,
      resource: resourceOf(env.publicUrl),
      withRule: passkeyRule(services),
      outbound: outbound.public,
    };
    const requireOpen = () => requireAssistants(settings);
    const options = { database, limiter, limits: assistantLimits(env), deps, requireOpen };
    assistantRoutes(app, options);
    protocolRoutes(app, { ...options, productName: async () => (await settings()).productName });
  },
  tasks: ({ database }) => ({
    'delete-ended-assistants': () => jobContext(database, 'delete-ended-assistants').transaction(forgetEndedAssistants),
  }),
  crontab: `
53 2 * * * delete-ended-assistants ?jobKey=delete-ended-assistants&max=3
`,
  lanes: { 'delete-ended-assistants': 'bulk' },
  pageRules: () => [{ pages: /^\/oauth\/authorize\?/, formTarget: formTargetOfPage }],
};

/** Returns the source of the request's redirect URI for the `form-action` of the consent page; null for a wrong URI. */
function formTargetOfPage(address: string): string | null {
  return formTargetOf(new URLSearchParams(address.slice(address.indexOf('?'))).get('redirect_uri') ?? '');
}
