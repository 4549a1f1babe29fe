import { isCancelling, isPausing, type Subscription } from '#server/commerce/subscriptions/rules.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Portal, Site, ZonedReader } from '#server/platform/mail/layout.ts';
import type { UnaddressedMail } from '#server/platform/mail/mail.ts';
import {
  annualRenewalMail,
  cancelledMail,
  endedMail,
  pausedMail,
  pauseEndsMail,
  pricePerPeriod,
  startedMail,
  trialEndsMail,
  trialStartedMail,
} from './emails.ts';
import { orderName } from './invoice-rules.ts';
import { findReader, hasBegun, listPaymentMethods } from './ledger-store.ts';
import { planCancelledMail, planEndedMail, planRenewsMail, planStartedMail } from './plan-emails.ts';

type NextCharge = { amountMinor: number; currency: string };

/**
 * Confirms the start of a subscription or of its trial (SUBSCR-19).
 * @param next the charge at the end of the first period; null when the subscription ends then
 */
export async function mailStart(
  ctx: Context,
  row: Subscription,
  next: NextCharge | null,
  portal: Portal,
): Promise<void> {
  const site = await portal.site(ctx);
  const charge = chargeOf(row, site);
  const id = row.stripeSubscriptionId;
  if (row.status === 'trialing' && row.trialEnd) {
    const hasPaymentMethod = (await listPaymentMethods(ctx.db, row.userId)).length > 0;
    const trial = { ...charge, at: row.trialEnd, isCancelled: next === null, hasPaymentMethod };
    await tell(ctx, row, `trial-started:${id}`, (reader) => trialStartedMail(trial, reader, site));
  }
  if (row.status === 'active' && row.currentPeriodEnd) {
    const start = { ...charge, at: row.cancelAt ?? row.currentPeriodEnd, next };
    const price = pricePerPeriod(charge);
    await tell(ctx, row, `subscription-started:${id}`, (reader) =>
      row.order ? planStartedMail({ ...start, price }, reader, site) : startedMail(start, reader, site),
    );
  }
}

/** Announces the end of a trial in time to cancel. A trial that is already cancelled needs no email. */
export async function mailTrialEnd(ctx: Context, row: Subscription, portal: Portal): Promise<void> {
  const { trialEnd: at, status } = row;
  if (at === null || status !== 'trialing' || isCancelling(row) || row.isDuplicate) return;
  const hasPaymentMethod = (await listPaymentMethods(ctx.db, row.userId)).length > 0;
  const site = await portal.site(ctx);
  const trial = { ...chargeOf(row, site), at, hasPaymentMethod };
  await tell(ctx, row, `trial-ends:${row.stripeSubscriptionId}:${at.getTime()}`, (reader) =>
    trialEndsMail(trial, reader, site),
  );
}

/** Announces the renewal of an annual subscription, or the renewal that ends a pause, in time to cancel. */
export async function mailRenewal(ctx: Context, row: Subscription, portal: Portal): Promise<void> {
  const { currentPeriodEnd: at, status, pause } = row;
  if (at === null || status !== 'active' || isCancelling(row) || row.isDuplicate) return;
  const site = await portal.site(ctx);
  if (pause && isPausing(row, ctx.now)) {
    const endsPause = Math.abs(at.getTime() - pause.endsAt.getTime()) < dayMs;
    if (!endsPause) return;
    const key = `pause-ends:${row.stripeSubscriptionId}:${at.getTime()}`;
    return tell(ctx, row, key, (reader) => pauseEndsMail({ ...chargeOf(row, site), at }, reader, site));
  }
  if (row.plan !== 'annual') return;
  const renewal = { ...chargeOf(row, site), at };
  await tell(ctx, row, `annual-renewal:${row.stripeSubscriptionId}:${at.getTime()}`, (reader) =>
    row.order
      ? planRenewsMail({ ...renewal, price: pricePerPeriod(renewal) }, reader, site)
      : annualRenewalMail(renewal, reader, site),
  );
}

const dayMs = 86_400_000;

/** Confirms a pause that the member chose (SUBSCR-22). */
export async function mailPause(ctx: Context, row: Subscription, portal: Portal): Promise<void> {
  const { pause } = row;
  if (!pause || pause.startsAt <= ctx.now || isCancelling(row) || row.isDuplicate) return;
  const site = await portal.site(ctx);
  const key = `subscription-paused:${row.stripeSubscriptionId}:${pause.startsAt.getTime()}-${pause.endsAt.getTime()}`;
  await tell(ctx, row, key, (reader) => pausedMail({ ...chargeOf(row, site), ...pause }, reader, site));
}

/** Confirms a cancellation, and later the end. A subscription that never began ends without a mail. */
export async function mailEnd(ctx: Context, row: Subscription, portal: Portal): Promise<void> {
  if (row.isDuplicate || !(await hasBegun(ctx.db, row.id))) return;
  const site = await portal.site(ctx);
  const { description } = chargeOf(row, site);
  const id = row.stripeSubscriptionId;
  if (row.status === 'canceled') {
    return tell(ctx, row, `subscription-ended:${id}`, (reader) =>
      (row.order ? planEndedMail : endedMail)({ description }, reader, site),
    );
  }
  if (!isCancelling(row)) return;
  const endsAt = row.cancelAt ?? row.currentPeriodEnd;
  await tell(ctx, row, `subscription-cancelled:${id}:${endsAt?.getTime()}`, (reader) =>
    (row.order ? planCancelledMail : cancelledMail)({ description, endsAt }, reader, site),
  );
}

function chargeOf(row: Subscription, { productName }: Site) {
  const { plan, amountMinor, currency, taxMode } = row;
  return { plan, amountMinor, currency, taxMode, description: orderName(row, productName) };
}

type Write = (reader: ZonedReader) => UnaddressedMail;

async function tell(ctx: Context, { userId }: Subscription, key: string, write: Write): Promise<void> {
  const reader = await findReader(ctx.db, userId);
  if (reader) await queueMail(ctx.db, { kind: 'money', key }, { ...write(reader), to: reader.email });
}
