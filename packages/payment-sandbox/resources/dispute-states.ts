import type Stripe from 'stripe';
import type { DisputeKind } from '../cards.ts';
import { secondsPerDay } from '../clock.ts';
import type { Context } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { moveMoney, settled } from './balance.ts';

type Dispute = Stripe.Dispute;
export type DisputeStatus = Dispute['status'];

const answerWithinDays = 9;
/** Days after which an inquiry that was not escalated is closed. */
const inquiryDays = 120;
const disputeFeeMinor = 2000;

/** Opens an inquiry of the cardholder, or a dispute, which takes the money back at once. */
export function openDispute(
  context: Context,
  charge: Stripe.Charge,
  { reason, inquiry = false }: DisputeKind,
): Dispute {
  const { store, now } = context;
  const id = newId('dp');
  const card = charge.payment_method_details?.card;
  const example = exampleOf('dispute');
  const brand = card?.brand ?? 'visa';
  const type = inquiry ? 'inquiry' : 'chargeback';
  const dispute = store.put('dispute', {
    ...example,
    id,
    amount: charge.amount,
    balance_transactions: inquiry ? [] : [withdraw(context, id, charge)],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: { ...example.evidence_details, due_by: now + answerWithinDays * secondsPerDay },
    is_charge_refundable: inquiry,
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: card
      ? { card: { brand, case_type: type, network: brand, network_reason_code: '10.4' }, type: 'card' }
      : undefined,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  });
  store.put('charge', { ...charge, disputed: true });
  emit(context, 'charge.dispute.created', dispute);
  if (!inquiry) emit(context, 'charge.dispute.funds_withdrawn', dispute);
  schedule(context, 'dispute.due', id, now + (inquiry ? inquiryDays : answerWithinDays) * secondsPerDay);
  return dispute;
}

function withdraw(context: Context, disputeId: string, charge: Stripe.Charge): Stripe.BalanceTransaction {
  return moveMoney(context, {
    type: 'adjustment',
    reportingCategory: 'dispute',
    amountMinor: -charge.amount,
    feeOf: () => disputeFeeMinor,
    currency: charge.currency,
    source: disputeId,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
}

function reinstate(
  context: Context,
  dispute: Dispute,
  { amountMinor, currency }: { amountMinor: number; currency: string },
): Stripe.BalanceTransaction {
  return moveMoney(context, {
    type: 'adjustment',
    reportingCategory: 'dispute_reversal',
    amountMinor,
    currency,
    source: dispute.id,
    description: `Chargeback reversal for ${idOf(dispute.charge)}`,
  });
}

/** Possible next states of each state. */
const ways: Readonly<Record<string, readonly DisputeStatus[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
};

/**
 * Moves a dispute into another state, with the money and the events of that state.
 * @throws ApiError 400 for a state that cannot follow the current one
 */
export function moveDispute(context: Context, before: Dispute, status: DisputeStatus): Dispute {
  if (!ways[before.status]?.includes(status)) {
    throw invalidRequest(`A dispute with the status ${before.status} cannot become ${status}.`, { param: 'status' });
  }
  if (status === 'needs_response') return escalate(context, before);
  const end = ends.find((one) => one === status);
  if (end) return close(context, before, end);
  return update(context, before, { status });
}

const ends = ['lost', 'warning_closed', 'won'] as const;

function update(context: Context, before: Dispute, changes: Partial<Dispute>): Dispute {
  const after = context.store.put('dispute', { ...before, ...changes });
  emit(context, 'charge.dispute.updated', after, before);
  return after;
}

/** Turns an inquiry into a dispute: the money is taken back now, and the days to respond begin again. */
function escalate(context: Context, before: Dispute): Dispute {
  const { store, now } = context;
  unschedule(context, 'dispute.due', before.id);
  const charge = store.get('charge', idOf(before.charge) ?? '');
  const card = before.payment_method_details?.card;
  const due = now + answerWithinDays * secondsPerDay;
  const escalated = update(context, before, {
    balance_transactions: [...before.balance_transactions, withdraw(context, before.id, charge)],
    evidence_details: { ...before.evidence_details, due_by: due },
    is_charge_refundable: false,
    ...(card ? { payment_method_details: { card: { ...card, case_type: 'chargeback' }, type: 'card' } } : {}),
    status: 'needs_response',
  });
  emit(context, 'charge.dispute.funds_withdrawn', escalated);
  schedule(context, 'dispute.due', before.id, due);
  return escalated;
}

function close(context: Context, before: Dispute, status: (typeof ends)[number]): Dispute {
  unschedule(context, 'dispute.due', before.id);
  const charge = context.store.get('charge', idOf(before.charge) ?? '');
  // "If it's not, only the partially refunded amount is returned":
  // https://support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued
  const keptByBank = status === 'lost' ? before.amount - charge.amount_refunded : 0;
  const kept = settled(context.store, { amountMinor: keptByBank, currency: before.currency });
  const takenMinor = before.balance_transactions.reduce((sum, { amount }) => sum - amount, 0);
  const back = Math.max(0, takenMinor - kept.amountMinor);
  const returned = back > 0 ? [reinstate(context, before, { ...kept, amountMinor: back })] : [];
  const closed = context.store.put('dispute', {
    ...before,
    balance_transactions: [...before.balance_transactions, ...returned],
    status,
  });
  emit(context, 'charge.dispute.closed', closed, before);
  if (status === 'won') emit(context, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

/** Returns the open inquiry about a charge, whose payment can still be refunded. */
export function openInquiry({ store }: Context, chargeId: string): Dispute | undefined {
  const isOpen = ({ status }: Dispute) => status === 'warning_needs_response' || status === 'warning_under_review';
  return store.all('dispute').findLast((one) => idOf(one.charge) === chargeId && isOpen(one));
}

/** Whether a charge has or had a dispute, which takes its money back; an inquiry does not count. */
export function isContested({ store }: Context, chargeId: string): boolean {
  return store.all('dispute').some((one) => idOf(one.charge) === chargeId && !one.status.startsWith('warning_'));
}

export const disputeTasks: TaskHandlers = {
  /** Ends a dispute without evidence in time, or an inquiry that was not escalated. */
  'dispute.due': (context, id) => {
    const dispute = context.store.get('dispute', id);
    const late = { ...dispute, evidence_details: { ...dispute.evidence_details, past_due: true } };
    if (dispute.status === 'needs_response') close(context, late, 'lost');
    if (openInquiry(context, idOf(dispute.charge) ?? '')?.id === id) close(context, dispute, 'warning_closed');
  },
};
