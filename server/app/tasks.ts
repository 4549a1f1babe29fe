import { removalTasks } from '../platform/files/removals.ts';
import { limitCrontab, limitLanes, limitTasks } from '../platform/http/limits.ts';
import type { Tasks } from '../platform/jobs/jobs.ts';
import type { LaneOf, Lanes } from '../platform/jobs/lanes.ts';
import { type MailSender, mailCrontab, mailLanes, mailTasks } from '../platform/mail/mail.ts';
import type { StripeGateway } from '../platform/stripe/gateway.ts';
import type { JobServices, PaymentJobServices } from './feature.ts';
import { features } from './features.ts';

type TaskServices = JobServices & { mailSender: MailSender; stripe: StripeGateway | null };

/** Returns the tasks of the portal by their names, those that call Stripe only with `stripe`. */
export function portalTasks({ mailSender, stripe, ...services }: TaskServices): Tasks {
  const { database } = services;
  return merge([
    mailTasks(database, mailSender),
    limitTasks(database),
    removalTasks(services.removals),
    ...features.map(({ tasks }) => tasks?.(services)),
    stripe ? paymentTasks({ ...services, stripe }) : {},
  ]);
}

/** Returns the tasks that call Stripe; a node without access to Stripe leaves them to others. */
export function paymentTasks(services: PaymentJobServices): Tasks {
  return merge(features.map((feature) => feature.paymentTasks?.(services)));
}

export const portalCrontab = mailCrontab + limitCrontab + features.map(({ crontab = '' }) => crontab).join('');
export const paymentCrontab = features.map((feature) => feature.paymentCrontab ?? '').join('');

/** The lanes of all tasks that are not `normal`. */
export const lanes: Lanes = Object.assign({}, mailLanes, limitLanes, ...features.map((feature) => feature.lanes));

export const laneOf: LaneOf = (task) => lanes[task] ?? 'normal';

function merge(tasks: (Tasks | undefined)[]): Tasks {
  return Object.assign({}, ...tasks);
}
