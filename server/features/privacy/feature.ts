import type { Feature } from '#server/feature.ts';
import { portalOf } from '#server/platform/mail/layout.ts';
import { clearSession, proofDeps } from '../sign-in/feature.ts';
import { subscriptionCallDeps } from '../subscriptions/feature.ts';
import { erasureRoutes } from './erasure-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { privacyCrontab, privacyTasks } from './jobs.ts';
import { privacyLimits } from './limits.ts';

export const privacy: Feature = {
  routes: (app, services) => {
    const { env, database, blobs, limiter } = services;
    const deps = { signIn: proofDeps(services), subscriptions: subscriptionCallDeps(services) };
    erasureRoutes(app, { database, deps, clearCookies: clearSession(services) });
    exportRoutes(app, { database, blobs, limiter, limits: privacyLimits(env.demo) });
  },
  tasks: ({ env, database, blobs }) => privacyTasks(database, { blobs, portal: portalOf(env) }),
  crontab: privacyCrontab,
};
