import type { Guarantee, RefundRequest } from '#contract/commerce/billing.ts';
import { toMajor } from '#contract/money.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import { requestDeclinedMail } from './emails.ts';
import * as store from './guarantee-store.ts';
import { findReader } from './ledger-store.ts';

/** Returns the caller's money-back guarantee; null without one (`guaranteeOf` says when). */
export async function getGuarantee(ctx: MemberContext): Promise<Guarantee | null> {
  return guaranteeOf(await store.findFirstPayment(ctx.db, ctx.actor.userId), ctx.now);
}

/** Requests the money back (SUBSCR-07). @throws billing.no-guarantee, billing.already-requested */
export async function requestRefund(ctx: MemberContext, reason: string | null): Promise<void> {
  const { userId } = ctx.actor;
  const payment = await store.findFirstPayment(ctx.db, userId);
  const guarantee = guaranteeOf(payment, ctx.now);
  if (!payment || !guarantee) throw fail('billing.no-guarantee');
  const { invoiceId } = payment;
  const isNew = guarantee.state === 'available' && (await store.insertRequest(ctx.db, { userId, invoiceId, reason }));
  if (!isNew) throw fail('billing.already-requested');
  // The reason is stored only with the request and not in the audit log, because the deletion of the account removes it
  // there.
  await audit(ctx, { action: 'request-refund', object: 'invoice', objectId: invoiceId, memberId: userId });
}

/** Lists the open requests, the oldest first, then those decided in the last 30 days; at most 200. */
export async function listRequests(ctx: Context): Promise<RefundRequest[]> {
  const rows = await store.listRequests(ctx.db);
  return rows.map(({ id, member, email, paidMinor, currency, reason, status, createdAt }) => ({
    id,
    member,
    email,
    amount: toMajor(paidMinor, currency),
    currency,
    reason: reason || null,
    status,
    createdAt: createdAt.toISOString(),
  }));
}

/** Returns a request that is still to be decided. @throws billing.request-not-found, billing.request-decided */
export async function getOpenRequest(ctx: Context, id: number): Promise<store.RequestRow> {
  const request = await store.findRequest(ctx.db, id);
  if (!request) throw fail('billing.request-not-found');
  if (request.status !== 'open') throw fail('billing.request-decided');
  return request;
}

type Decision = { request: store.RequestRow; status: 'granted' | 'declined'; answer: string | null; portal: Portal };

/**
 * Records a decision. Granting queues the end of the member's subscriptions; declining queues an email to the member.
 * @throws billing.request-decided
 */
export async function decide(ctx: MemberContext, { request, status, answer, portal }: Decision): Promise<void> {
  const { id, userId, description } = request;
  const decided = await store.updateDecided(ctx.db, id, { status, answer, decidedBy: ctx.actor.userId });
  if (!decided) throw fail('billing.request-decided');
  await audit(ctx, {
    action: status,
    object: 'refund-request',
    objectId: id,
    memberId: userId,
    before: { status: 'open' },
    after: { status, ...(answer && { answer }) },
  });
  if (status === 'granted') {
    await enqueue(ctx.db, 'end-member-subscriptions', { userId }, { key: `end-member-subscriptions:${userId}` });
    return;
  }
  const reader = await findReader(ctx.db, userId);
  if (!reader) return;
  const mail = requestDeclinedMail({ description, answer }, reader, await portal.site(ctx));
  await queueMail(ctx.db, { kind: 'money', key: `refund-request-declined:${id}` }, { ...mail, to: reader.email });
}

/** Days in which a new subscriber can request the money back (SUBSCR-07). */
const guaranteeDays = 30;

/**
 * Returns the state of the guarantee; null without a first payment and, unless the member requested the money back,
 * after its time or when the payment is refunded.
 */
function guaranteeOf(payment: store.FirstPayment | null, now: Date): Guarantee | null {
  if (!payment) return null;
  const { paidAt, paidMinor, returnedMinor, currency, request } = payment;
  const until = new Date(paidAt.getTime() + guaranteeDays * 86_400_000);
  const shown = { amount: toMajor(paidMinor - returnedMinor, currency), currency, until: until.toISOString() };
  if (request) return { ...shown, state: request.status, answer: request.answer };
  if (now > until || paidMinor <= returnedMinor) return null;
  return { ...shown, state: 'available', answer: null };
}
