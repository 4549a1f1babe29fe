import type Stripe from 'stripe';
import type { CancelSubscription, EndedSubscription } from '#contract/commerce/subscriptions.ts';
import type { Message } from '#contract/message.ts';
import { takeLimits } from '#server/commerce/payments/flows/call-limits.ts';
import type { FlowContext, MemberFlowContext } from '#server/platform/context.ts';
import { withDays } from '#server/platform/dates.ts';
import { fail } from '#server/platform/failure.ts';
import { StripeOutage, StripeRejection } from '#server/platform/stripe/errors.ts';
import * as actions from '../actions.ts';
import { isCancelling, isEnded, isRunning, type Subscription, subscriberOf, wantedPause } from '../rules.ts';
import { endMemberSubscriptions, endUnpaid } from './end-subscription.ts';
import type { SubscriptionCallDeps } from './open-subscription.ts';
import { type Note, type SubscriptionDeps, syncSubscription } from './sync-subscription.ts';

/**
 * Ends a subscription of the caller with its period (BILL-13), an unpaid attempt at once. Also while it is suspended.
 * @throws subscriptions.not-found, subscriptions.ended, subscriptions.payment-processing, purchases.payments-off,
 * purchases.provider-failed, request.too-many
 */
export async function cancelOwn(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { id, ...said }: CancelSubscription & { id: number },
): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  return cancel(ctx, ready, await actions.getOwn(ctx, id), said);
}

/** Like `cancelOwn`, but for any member's subscription. */
export async function cancelAny(ctx: MemberFlowContext, deps: SubscriptionCallDeps, id: number): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  return cancel(ctx, ready, await actions.getSubscription(ctx, id), { reason: null, comment: null });
}

/**
 * Ends a member's subscription at once (API-46).
 * @throws subscriptions.not-found, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function endMembers(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  userId: number,
): Promise<EndedSubscription> {
  const ready = await readyDeps(ctx, deps);
  const row = (await actions.listLive(ctx, { userId, organisationId: null })).find(({ isDuplicate }) => !isDuplicate);
  if (!row) throw fail('subscriptions.not-found');
  await endMemberSubscriptions(ctx, ready, userId);
  const { status } = await actions.getSubscription(ctx, row.id);
  return { message: 'The subscription has ended.', stripeResult: { status } };
}

/**
 * Continues a subscription of the caller that would have ended with its period (BILL-14).
 * @throws subscriptions.not-found, subscriptions.ended, subscriptions.suspended, purchases.payments-off,
 * purchases.provider-failed, request.too-many
 */
export async function reactivateOwn(ctx: MemberFlowContext, deps: SubscriptionCallDeps, id: number): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  const row = await actions.getOwn(ctx, id);
  if (isEnded(row.status)) throw fail('subscriptions.ended');
  if (row.isSuspended) throw fail('subscriptions.suspended');
  await keepRunning(ctx, ready, row);
  return { message: 'Your subscription continues and renews as before.' };
}

/**
 * Cancels the scheduled end of a subscription; does nothing without one.
 * @throws subscriptions.ended when Stripe ended it before
 */
export async function keepRunning(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  note?: Note,
): Promise<void> {
  if (!isCancelling(row)) return;
  // Stripe has two ways to schedule an end; this reverts the way that was used.
  const change: Stripe.SubscriptionUpdateParams = row.cancelAtPeriodEnd
    ? { cancel_at_period_end: false }
    : { cancel_at: '' };
  const kept = await update(ctx, deps, row, change, async (inner, applied) => {
    await actions.recordChange(inner, 'reactivate', row, applied);
    await note?.(inner, applied);
  });
  if (kept && isEnded(kept.status)) throw fail('subscriptions.ended');
}

/**
 * Suspends a subscription at once. Stripe pauses the collection now, or a job has it paused when Stripe does not
 * respond.
 * @throws subscriptions.not-found, subscriptions.ended, purchases.payments-off, request.too-many
 */
export async function suspend(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { id, reason }: { id: number; reason: string },
): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  await ctx.transaction((inner) => actions.suspend(inner, id, reason));
  await tryNow(updatePause(ctx, ready, id));
  return { message: 'The subscription is suspended.' };
}

/**
 * Lifts a suspension; access returns at once (ADM-SUB-09). For a subscription that is not suspended, cancels its
 * scheduled end and mails the member, who is charged again (ADM-SUB-12).
 * @throws subscriptions.not-found, subscriptions.ended, purchases.payments-off, purchases.provider-failed,
 * request.too-many
 */
export async function resume(ctx: MemberFlowContext, deps: SubscriptionCallDeps, id: number): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  const before = await ctx.transaction((inner) => actions.resume(inner, id));
  if (before.isSuspended) {
    await tryNow(updatePause(ctx, ready, id));
    if (!isCancelling(before)) return { message: 'The subscription is active again.' };
    return withDays(ctx.actor.timeZone, (dayOf) => `The subscription is active again. ${endSentence(before, dayOf)}`);
  }
  if (!isCancelling(before)) return { message: 'The subscription is neither suspended nor cancelled: it goes on.' };
  const site = await ready.portal.site(ctx);
  await keepRunning(ctx, ready, before, (inner, kept) => actions.tellOfContinuing(inner, kept, site));
  return { message: 'The cancellation is taken back: the subscription renews as before.' };
}

/**
 * Pauses a subscription of the caller for some months (SUBSCR-22). Syncs first, because the pause begins with the end
 * of the period that is paid; after a pause that was ended early, with the end of the unpaid period.
 * @throws subscriptions.not-found, subscriptions.ended, subscriptions.suspended, subscriptions.payment-due,
 * subscriptions.not-begun, subscriptions.cancelling, subscriptions.paused, subscriptions.pause-not-offered,
 * purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function pauseOwn(
  ctx: MemberFlowContext,
  deps: SubscriptionCallDeps,
  { id, months }: { id: number; months: number },
): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  const row = await synced(ctx, ready, await actions.getChangeable(ctx, id));
  const { pause } = await ctx.transaction((inner) => actions.pause(inner, row, months));
  await tryNow(updatePause(ctx, ready, id));
  const { startsAt, endsAt } = pause ?? { startsAt: ctx.now, endsAt: ctx.now };
  return withDays(
    ctx.actor.timeZone,
    (dayOf) => `The pause begins on ${dayOf(startsAt)}. The subscription continues on ${dayOf(endsAt)}.`,
  );
}

/**
 * Cancels a scheduled pause, or ends a running one with the next renewal.
 * @throws subscriptions.not-found, purchases.payments-off, purchases.provider-failed, request.too-many
 */
export async function endPauseOwn(ctx: MemberFlowContext, deps: SubscriptionCallDeps, id: number): Promise<Message> {
  const ready = await readyDeps(ctx, deps);
  const row = await synced(ctx, ready, await actions.getOwn(ctx, id));
  const { pause } = await ctx.transaction((inner) => actions.endPause(inner, row));
  await tryNow(updatePause(ctx, ready, id));
  if (!pause || pause.endsAt <= ctx.now) {
    return { message: 'The pause is cancelled. The subscription renews as before.' };
  }
  return withDays(ctx.actor.timeZone, (dayOf) => `The subscription continues on ${dayOf(pause.endsAt)}.`);
}

/**
 * Syncs the subscription with Stripe and returns it; returns `row` when it has no id at Stripe or is not the portal's.
 * @throws StripeOutage
 */
export async function synced(ctx: FlowContext, deps: SubscriptionDeps, row: Subscription): Promise<Subscription> {
  const { stripeSubscriptionId: id } = row;
  return (id && (await syncSubscription(ctx, deps, id))) || row;
}

/** Pauses or resumes the collection at Stripe, because nothing is charged during a suspension or a pause. */
export async function updatePause(ctx: FlowContext, deps: SubscriptionDeps, id: number): Promise<void> {
  const row = await actions.getSubscription(ctx, id);
  if (!isRunning(row.status)) return;
  const wanted = wantedPause(row, ctx.now);
  const resumes = wanted?.resumesAt ? { resumes_at: Math.floor(wanted.resumesAt.getTime() / 1000) } : {};
  await update(ctx, deps, row, { pause_collection: wanted ? { behavior: 'void', ...resumes } : '' });
}

/** Consumes the limits of a call and returns its dependencies. @throws purchases.payments-off, request.too-many */
export async function readyDeps(ctx: MemberFlowContext, deps: SubscriptionCallDeps): Promise<SubscriptionDeps> {
  const { stripe, portal, graceDays, taxMode } = deps;
  if (!stripe) throw fail('purchases.payments-off');
  await takeLimits(ctx, deps.limiter, deps.limits.calls);
  return { stripe, portal, graceDays, taxMode };
}

async function cancel(
  ctx: MemberFlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  { reason, comment }: CancelSubscription,
): Promise<Message> {
  if (isEnded(row.status)) throw fail('subscriptions.ended');
  // A payment that is under way at the bank cannot be called back.
  if (row.isPaymentProcessing) throw fail('subscriptions.payment-processing');
  const noteEnd: Note = (inner, applied) => actions.recordChange(inner, 'end', row, applied);
  const current = row.status === 'incomplete' ? await dropUnpaid(ctx, deps, row, noteEnd) : row;
  if (!current || isEnded(current.status)) {
    return { message: 'The unpaid subscription has been cancelled.' };
  }
  const details = { ...(reason && { feedback: reason }), ...(comment && { comment }) };
  const cancelled = await endWithPeriod(ctx, deps, current, details);
  if (!cancelled || isEnded(cancelled.status)) throw fail('subscriptions.ended');
  return withDays(ctx.actor.timeZone, (dayOf) => endSentence(cancelled, dayOf));
}

/**
 * Lets a subscription end with its period instead of renewing.
 * @returns the subscription, which may have ended before; null when it has no id at Stripe
 */
export async function endWithPeriod(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  details: Stripe.SubscriptionUpdateParams.CancellationDetails = {},
): Promise<Subscription | null> {
  if (isCancelling(row)) return row;
  // Stripe rejects ending a subscription that a schedule changes.
  await releaseSchedule(ctx, deps, row);
  const change = { cancel_at_period_end: true, cancellation_details: details };
  return update(ctx, deps, row, change, (inner, applied) => actions.recordChange(inner, 'cancel', row, applied));
}

/** Ends an unpaid attempt with those for other plans that were set aside. */
async function dropUnpaid(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  row: Subscription,
  note: Note,
): Promise<Subscription | null> {
  for (const other of await actions.listLive(ctx, subscriberOf(row))) {
    if (other.isDuplicate && other.status === 'incomplete') await endUnpaid(ctx, deps, other);
  }
  return endUnpaid(ctx, deps, row, note);
}

function endSentence({ cancelAt, currentPeriodEnd }: Subscription, dayOf: (instant: Date) => string): string {
  const endsAt = cancelAt ?? currentPeriodEnd;
  return `The subscription ends ${endsAt ? `on ${dayOf(endsAt)}` : 'with its period'}; access lasts until then.`;
}

/** Cancels a plan or quantity that was scheduled for the next period. */
export async function releaseSchedule(
  ctx: FlowContext,
  { stripe }: Pick<SubscriptionDeps, 'stripe'>,
  { stripeScheduleId: id }: Pick<Subscription, 'stripeScheduleId'>,
): Promise<void> {
  if (id === null) return;
  try {
    await stripe.call(ctx, (api) => api.subscriptionSchedules.release(id));
  } catch (error) {
    // The schedule has ended already.
    if (!(error instanceof StripeRejection)) throw error;
  }
}

/** Changes a subscription at Stripe and syncs it, also when Stripe rejected the change. */
async function update(
  ctx: FlowContext,
  deps: SubscriptionDeps,
  { stripeSubscriptionId: id }: Subscription,
  change: Stripe.SubscriptionUpdateParams,
  note?: Note,
): Promise<Subscription | null> {
  if (id === null) return null;
  try {
    await deps.stripe.call(ctx, (api) => api.subscriptions.update(id, change));
  } catch (error) {
    // The subscription has ended: the sync shows how.
    if (!(error instanceof StripeRejection)) throw error;
  }
  return syncSubscription(ctx, deps, id, note);
}

/** Tries a change at Stripe and ignores an outage, because the change is committed and a job repeats the call. */
export async function tryNow(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof StripeOutage)) throw error;
  }
}
