import type { Portal } from '#server/features/accounts/actions.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail.ts';
import { annualRenewalMail, cancelledMail, endedMail, trialEndsMail } from './emails.ts';
import { subscriptionName } from './invoice-rules.ts';
import { listCards } from './ledger-store.ts';
import { findReader } from './reader-store.ts';

/** A subscription as the provider showed it last; amounts in minor units. */
export type NoticedSubscription = {
  user_id: number;
  stripe_subscription_id: string | null;
  product_name: string | null;
  plan: 'monthly' | 'annual' | null;
  amount_minor: number;
  currency: string;
  status: string;
  cancel_at_period_end: boolean;
  cancel_at: Date | null;
  current_period_end: Date | null;
  trial_end: Date | null;
  started_at: Date | null;
  is_surplus: boolean;
};

/** Tells that a trial becomes a paid subscription, in time to cancel; one that ends anyway needs no word. */
export async function tellOfTrialEnd(ctx: Context, row: NoticedSubscription, portal: Portal): Promise<void> {
  const { trial_end: at, status } = row;
  if (at === null || status !== 'trialing' || isCancelling(row) || row.is_surplus) return;
  const hasCard = (await listCards(ctx.db, row.user_id)).length > 0;
  const trial = { ...chargeOf(row, portal), at, hasCard };
  await tell(ctx, row, `trial-ends:${row.stripe_subscription_id}:${at.getTime()}`, (reader) =>
    trialEndsMail(trial, reader, portal),
  );
}

/** Tells that a yearly subscription renews, in time to cancel. */
export async function tellOfRenewal(ctx: Context, row: NoticedSubscription, portal: Portal): Promise<void> {
  const { current_period_end: at, status } = row;
  const renews = status === 'active' && row.plan === 'annual' && !isCancelling(row) && !row.is_surplus;
  if (at === null || !renews) return;
  await tell(ctx, row, `annual-renewal:${row.stripe_subscription_id}:${at.getTime()}`, (reader) =>
    annualRenewalMail({ ...chargeOf(row, portal), at }, reader, portal),
  );
}

/** Tells that the end of a subscription is fixed, and when it has come; one that never ran ends without a word. */
export async function tellOfEnd(ctx: Context, row: NoticedSubscription, portal: Portal): Promise<void> {
  if (row.started_at === null || row.is_surplus) return;
  const { description } = chargeOf(row, portal);
  const id = row.stripe_subscription_id;
  if (row.status === 'canceled') {
    return tell(ctx, row, `subscription-ended:${id}`, (reader) => endedMail({ description }, reader, portal));
  }
  if (!isCancelling(row)) return;
  const endsAt = row.cancel_at ?? row.current_period_end;
  await tell(ctx, row, `subscription-cancelled:${id}:${endsAt?.getTime()}`, (reader) =>
    cancelledMail({ description, endsAt }, reader, portal),
  );
}

function isCancelling(row: NoticedSubscription): boolean {
  return row.cancel_at_period_end || row.cancel_at !== null;
}

function chargeOf(row: NoticedSubscription, { productName }: Portal) {
  const { plan, amount_minor: amountMinor, currency } = row;
  return { plan, amountMinor, currency, description: subscriptionName(row.product_name, productName) };
}

type Write = (reader: { firstName: string }) => { subject: string; text: string; html: string };

async function tell(ctx: Context, { user_id }: NoticedSubscription, key: string, write: Write): Promise<void> {
  const reader = await findReader(ctx.db, user_id);
  if (reader) await queueMail(ctx.db, key, { ...write(reader), to: reader.email });
}
