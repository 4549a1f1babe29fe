import type { Feature } from '#server/app/feature.ts';
import { portalOf } from '#server/identity/settings/actions.ts';
import { webhookCrontab, webhookLanes, webhookTasks } from './jobs.ts';
import { organisationWebhookRoutes, portalWebhookRoutes } from './routes.ts';
import { openTurns } from './turns.ts';

export const webhooks: Feature = {
  routes: (app, { env, database, outbound, sealer, limiter }) => {
    const limit = { name: 'webhook-sends', max: 60 * env.limitFactor, windowSeconds: 3_600 };
    const deps = { database, outbound, sealer, limiter, limit, portal: portalOf(env) };
    portalWebhookRoutes(app, deps);
    organisationWebhookRoutes(app, deps);
  },
  tasks: ({ env, database, outbound, sealer }) => {
    const turns = openTurns(env.jobsAtOnce.webhooks);
    return webhookTasks(database, { outbound, sealer, portal: portalOf(env), turns });
  },
  crontab: webhookCrontab,
  lanes: webhookLanes,
};
