import type { Feature, PaymentJobServices } from '#server/feature.ts';
import { paymentLimits } from '#server/features/payments/flows/payer.ts';
import { portalOf } from '#server/features/portal/actions.ts';
import { jobContext } from '#server/platform/jobs/context.ts';
import type { Tasks } from '#server/platform/jobs/jobs.ts';
import { endHold } from './flows/sync-payment.ts';
import { purchaseAdminRoutes, purchaseRoutes } from './routes.ts';

/** Calls to Stripe that no request waits for. The actions enqueue the payloads. */
const tasks = ({ env, database, stripe }: PaymentJobServices): Tasks => ({
  'end-code-hold': async (payload) => {
    const { attemptId } = payload as { attemptId: number };
    await endHold(jobContext(database, `end-code-hold:${attemptId}`), { stripe, portal: portalOf(env) }, attemptId);
  },
});

export const purchases: Feature = {
  routes: (app, { env, database, stripe, limiter, isOwned, checkoutCodes: codes }) => {
    const limits = paymentLimits('payment', env);
    const deps = { portal: portalOf(env), stripe, limiter, limits, isOwned, codes, taxMode: env.tax };
    purchaseRoutes(app, { database, deps });
    purchaseAdminRoutes(app, { database });
  },
  paymentTasks: tasks,
  pageRules: () => [{ pages: /^\/payment-success(\/|$|\?)/, hidesAddress: true }],
};
