import * as z from 'zod/mini';
import { exactBody } from '../exact-body.ts';
import { Message } from '../message.ts';
import { plans } from './plans.ts';

const plan = z.enum(plans, { error: 'plan must be monthly or annual' });
const when = z.enum(['now', 'period_end'], { error: 'when must be now or period_end' });

export const PlanPreviewQuery = z.object({ plan, when });
export type PlanPreviewQuery = z.infer<typeof PlanPreviewQuery>;

/** Cost of a change of plan (SUBSCR-21). Amounts in major units, times ISO 8601. */
export const PlanPreview = z.object({
  plan: z.enum(plans),
  when: z.enum(['now', 'period_end']),
  /** Price of the plan for each of its periods. */
  price: z.number(),
  currency: z.string(),
  /** Credit for the unused part of the current period. */
  unused: z.number(),
  /** The tax in the amount charged now, where prices do not contain it; negative when more tax is paid back. */
  tax: z.number(),
  /** Amount charged now. */
  dueNow: z.number(),
  /** Credit that is left over and pays the next invoices. */
  credit: z.number(),
  /** Start of the plan, and below, end of its first period. */
  startsAt: z.string(),
  renewsAt: z.string(),
  /** Time for which the amounts were computed, in seconds; null when they do not depend on it. */
  prorationDate: z.nullable(z.int()),
});
export type PlanPreview = z.infer<typeof PlanPreview>;

/** The body of a change of plan; with the preview's prorationDate exactly its amounts are charged. */
export const ChangePlan = exactBody({
  plan,
  when,
  prorationDate: z._default(z.nullable(z.int({ error: 'prorationDate must be whole seconds' }).check(z.gte(0))), null),
});
export type ChangePlan = z.infer<typeof ChangePlan>;

/**
 * The outcome of a change of plan; with `payUrl` it waits for a payment there, for example one that the bank must
 * confirm.
 */
export const ChangedPlan = z.extend(Message, { payUrl: z.nullable(z.string()) });
export type ChangedPlan = z.infer<typeof ChangedPlan>;

/** The body of a pause: the number of months without a charge. */
export const PauseSubscription = z.object({
  months: z
    .int({ error: 'months must be 1, 2 or 3' })
    .check(z.gte(1, 'months must be 1, 2 or 3'), z.lte(3, 'months must be 1, 2 or 3')),
});
export type PauseSubscription = z.infer<typeof PauseSubscription>;
