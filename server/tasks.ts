import type { Dependencies } from './app.ts';
import { analyticsCrontab, analyticsTasks } from './features/analytics/jobs.ts';
import { billingCrontab, billingTasks } from './features/billing/jobs.ts';
import { fileCrontab, fileTasks } from './features/files/jobs.ts';
import { importCrontab, importTasks } from './features/imports/jobs.ts';
import { notificationCrontab, notificationTasks } from './features/notifications/jobs.ts';
import { privacyCrontab, privacyTasks } from './features/privacy/jobs.ts';
import { promoCrontab, promoTasks } from './features/promotions/jobs.ts';
import { publishingTasks } from './features/publishing/jobs.ts';
import { issueRefundTask } from './features/purchases/jobs.ts';
import { accountCrontab, deleteOldSignInsTask, sendResetLinkTask } from './features/sign-in/jobs.ts';
import { subscriptionCrontab, subscriptionTasks } from './features/subscriptions/jobs.ts';
import { toolCrontab, toolTasks } from './features/tools/jobs.ts';
import { deleteOldCountersTask } from './platform/http/limits.ts';
import type { Tasks } from './platform/jobs/jobs.ts';
import { type MailSender, retryMailsTask, sendMailTask } from './platform/mail/mail.ts';

type PaymentTaskDependencies = Pick<Dependencies, 'database' | 'env' | 'stripe'>;
type TaskDependencies = PaymentTaskDependencies & Pick<Dependencies, 'blobs' | 'sealer'> & { mailSender: MailSender };

/** Every job of the portal by its name. */
export function portalTasks({ mailSender, blobs, sealer, ...dependencies }: TaskDependencies): Tasks {
  const { database, env } = dependencies;
  const { publicUrl, productName, support } = env;
  const portal = { publicUrl, productName, supportEmail: support.email };
  return {
    'send-reset-link': sendResetLinkTask(database, portal),
    'delete-old-sign-ins': deleteOldSignInsTask(database),
    'send-mail': sendMailTask(database, mailSender),
    'retry-mails': retryMailsTask(database, mailSender),
    'delete-old-counters': deleteOldCountersTask(database),
    ...fileTasks(database, blobs),
    ...publishingTasks(database),
    ...toolTasks(database),
    ...notificationTasks(database, { portal, sealer }),
    ...privacyTasks(database, { blobs, portal }),
    ...importTasks(database, { blobs, currency: env.currency }),
    ...analyticsTasks(database),
    ...paymentTasks(dependencies),
  };
}

/** The jobs that ask the payment provider; a node that cannot reach it leaves them to one that can. */
export function paymentTasks({ database, env, stripe }: PaymentTaskDependencies): Tasks {
  if (!stripe) return {};
  const { publicUrl, productName, support } = env;
  const portal = { publicUrl, productName, supportEmail: support.email };
  const deps = { stripe, portal, graceDays: env.pastDueGraceDays };
  return {
    'issue-refund': issueRefundTask(database, deps),
    ...subscriptionTasks(database, deps),
    ...promoTasks(database, deps),
    ...billingTasks(database, deps),
  };
}

/** What runs by the clock (UTC), in the crontab form of graphile-worker. */
export const portalCrontab = `
17 * * * * delete-old-counters
*/2 * * * * retry-mails ?jobKey=retry-mails&max=1
${accountCrontab.trim()}
${toolCrontab.trim()}
${notificationCrontab.trim()}
${privacyCrontab.trim()}
${fileCrontab.trim()}
${importCrontab.trim()}
${analyticsCrontab.trim()}
`;

/** The same for the jobs of payments, for nodes that run them. */
export const paymentCrontab = subscriptionCrontab + promoCrontab + billingCrontab;
