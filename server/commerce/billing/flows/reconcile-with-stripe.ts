import type Stripe from 'stripe';
import { isOutage } from '#server/commerce/payments/flows/work-through.ts';
import { findByIntent } from '#server/commerce/purchases/attempt-actions.ts';
import { type Recovered, recoverPayment, syncPayment } from '#server/commerce/purchases/flows/sync-payment.ts';
import { type SubscriptionDeps, syncSubscription } from '#server/commerce/subscriptions/flows/sync-subscription.ts';
import type { FlowContext } from '#server/platform/context.ts';
import { getInstallation } from '#server/platform/database/installation.ts';
import { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { pagesOf } from '#server/platform/stripe/pages.ts';
import * as actions from '../reconciliation-actions.ts';
import { fetchUndelivered } from './events.ts';
import { syncInvoice, syncPaid } from './sync-invoice.ts';

type Run = FlowContext & {
  runId: number;
  /** Time from which Stripe's records are read, in seconds. */
  since: number;
  /** Counted during the run; the run's record gets the sums even when the run fails. */
  compared: Parameters<typeof actions.endRun>[2]['compared'];
  failures: ItemFailures;
};

/**
 * Compares Stripe's records of the last days with the portal's, corrects what can be corrected, and records each
 * discrepancy. In a healthy portal it finds none.
 * @throws StripeOutage when Stripe does not respond; AggregateError at the end when records could not be compared. The
 * run's record then has the error.
 */
export async function reconcileWithStripe(ctx: FlowContext, deps: SubscriptionDeps): Promise<void> {
  const since = Math.floor((await actions.comparedUntil(ctx)).getTime() / 1000);
  const runId = await ctx.transaction(actions.beginRun);
  const compared = { payments: 0, subscriptions: 0, events: 0, notOurs: 0 };
  const failures = new ItemFailures('Some records could not be compared', isOutage);
  const run = { ...ctx, runId, since, compared, failures };
  let error: string | null = null;
  try {
    // Subscriptions first: `comparePayments` also syncs the subscriptions of invoices, and their discrepancies would then
    // be corrected without a record.
    await failures.attempt('subscriptions', () => compareSubscriptions(run, deps));
    await failures.attempt('payments', () => comparePayments(run, deps));
    await failures.attempt('events', () => compareEvents(run, deps));
    for (const paid of await actions.listIncomplete(ctx)) {
      await failures.attempt(`payment ${paid.intentId ?? paid.stripeInvoiceId}`, () => completeRecord(run, deps, paid));
    }
    for (const found of await actions.listContradictions(ctx)) {
      await failures.attempt(`discrepancy ${found.subject}`, () => note(run, found));
    }
    failures.throwAny();
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    throw thrown;
  } finally {
    await ctx.transaction((inner) => actions.endRun(inner, runId, { compared, error }));
  }
}

/** Completes a payment without its document or fee, or a dispute without a due date, by a sync. */
async function completeRecord(
  run: Run,
  deps: SubscriptionDeps,
  { intentId, stripeInvoiceId }: Awaited<ReturnType<typeof actions.listIncomplete>>[number],
): Promise<void> {
  if (stripeInvoiceId !== null) await syncInvoice(run, deps, stripeInvoiceId);
  else if (intentId !== null) await syncPaid(run, deps, intentId);
}

function note(run: Run, found: Parameters<typeof actions.recordDiscrepancy>[2]): Promise<void> {
  return run.transaction((inner) => actions.recordDiscrepancy(inner, run.runId, found));
}

async function comparePayments(run: Run, deps: SubscriptionDeps): Promise<void> {
  const wanted = { created: { gte: run.since }, expand: ['data.latest_charge'] };
  for await (const intents of pagesOf(run, deps.stripe, (api, page) =>
    api.paymentIntents.list({ ...wanted, ...page }),
  )) {
    const paid = intents.filter(({ status }) => status === 'succeeded');
    for (const intent of paid) {
      await run.failures.attempt(`payment ${intent.id}`, () => comparePayment(run, deps, intent));
    }
    run.compared.payments += paid.length;
  }
}

async function comparePayment(run: Run, deps: SubscriptionDeps, intent: Stripe.PaymentIntent): Promise<void> {
  const { id } = intent;
  const before = await findByIntent(run, id);
  if (!before) return compareUnknown(run, deps, intent);
  const isRecorded = before.status === 'succeeded' || before.status === 'refused';
  if (isRecorded && !wentBack(intent)) return;
  const after = await syncPayment(run, deps, id);
  if (isRecorded || after?.status === before.status) return;
  await note(run, {
    kind: 'paid-without-access',
    subject: id,
    userId: before.userId,
    details: 'A payment that had been made was not recorded here.',
    outcome: after?.status === 'succeeded' ? 'It is recorded now.' : `It was synced again: ${after?.status}.`,
  });
}

function wentBack({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === 'object' && charge !== null && (charge.amount_refunded > 0 || charge.disputed);
}

/**
 * Handles a payment without a record: an invoice's payment, a payment made after the backup that was restored, or
 * another seller's.
 */
async function compareUnknown(run: Run, deps: SubscriptionDeps, intent: Stripe.PaymentIntent): Promise<void> {
  const recovered = await recoverPayment(run, deps, intent);
  if (recovered.kind === 'not-of-a-sale') return compareInvoicePayment(run, deps, intent.id);
  await note(run, {
    kind: 'paid-without-access',
    subject: intent.id,
    userId: recovered.kind === 'recovered' ? recovered.attempt.userId : null,
    ...sayRecovered(recovered),
  });
}

const unknownWhat = {
  'member-unknown': 'Member',
  'resource-unknown': 'Resource',
  'organisation-unknown': 'Organisation',
} as const;

function sayRecovered(recovered: Exclude<Recovered, { kind: 'not-of-a-sale' }>): { details: string; outcome: string } {
  if (recovered.kind === 'recovered') {
    return { details: 'A payment of this portal had no record here.', outcome: 'It is recorded again.' };
  }
  const what = unknownWhat[recovered.kind];
  return {
    details: `${what} ${recovered.id} of this payment is not known here, as after the restore of a backup.`,
    outcome: 'Nothing was recorded: please ask the payer to register again and grant access, or send the money back.',
  };
}

async function compareInvoicePayment(run: Run, deps: SubscriptionDeps, intentId: string): Promise<void> {
  if (!(await syncPaid(run, deps, intentId))) run.compared.notOurs += 1;
}

const opening = new Set(['active', 'trialing']);

async function compareSubscriptions(run: Run, deps: SubscriptionDeps): Promise<void> {
  const wanted = { status: 'all' as const, created: { gte: run.since } };
  for await (const found of pagesOf(run, deps.stripe, (api, page) => api.subscriptions.list({ ...wanted, ...page }))) {
    const before = await actions.findStatuses(
      run,
      found.map(({ id }) => id),
    );
    for (const { id, metadata } of found) {
      await run.failures.attempt(`subscription ${id}`, () =>
        compareSubscription(run, deps, { id, metadata, before: before.get(id) ?? null }),
      );
    }
    run.compared.subscriptions += found.length;
  }
}

async function compareSubscription(
  run: Run,
  deps: SubscriptionDeps,
  { id: subject, metadata, before }: { id: string; metadata: Stripe.Metadata; before: string | null },
): Promise<void> {
  const after = await syncSubscription(run, deps, subject);
  if (!after) {
    const { ownIds } = await getInstallation(run.db);
    if (!ownIds.includes(metadata.installation ?? '')) {
      run.compared.notOurs += 1;
      return;
    }
    const details = `Member ${metadata.userId} of this subscription is not known here, as after the restore of a backup.`;
    const outcome = 'Nothing was recorded: please end it at the provider, and ask the payer to register again.';
    return note(run, { kind: 'paid-without-access', subject, userId: null, details, outcome });
  }
  if (after.status === before) return;
  const [didOpen, opens] = [before !== null && opening.has(before), opening.has(after.status)];
  if (didOpen === opens) return;
  await note(run, {
    kind: opens ? 'paid-without-access' : 'access-without-payment',
    subject,
    userId: after.userId,
    details: `The status of a subscription was ${before ?? 'unknown'} here and ${after.status} at the provider.`,
    outcome: 'It now has the status of the provider.',
  });
}

async function compareEvents(run: Run, deps: SubscriptionDeps): Promise<void> {
  const { asked, unknown } = await fetchUndelivered(run, deps.stripe, run.failures);
  run.compared.events = asked;
  for (const { id, type, objectId, isForeign } of unknown) {
    if (isForeign) {
      run.compared.notOurs += 1;
      continue;
    }
    const found = {
      kind: 'event-undelivered' as const,
      subject: id,
      userId: null,
      details: `${type} about ${objectId} never arrived.`,
      outcome: 'It was fetched and is being handled.',
    };
    await run.failures.attempt(`event ${id}`, () => note(run, found));
  }
}
