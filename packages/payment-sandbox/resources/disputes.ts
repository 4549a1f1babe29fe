import type Stripe from 'stripe';
import { secondsPerDay } from '../clock.ts';
import { type Call, type Context, operation } from '../context.ts';
import { exampleOf } from '../document.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { moveMoney } from './charges.ts';

const answerWithinDays = 9;
const disputeFeeMinor = 2000;

/** Disputes arise from the dispute card only, so there is nothing to create here. */
export const disputeOperations = [
  operation<Stripe.DisputeListParams>({
    method: 'get',
    path: '/v1/disputes',
    accepts: ['charge', 'created', 'ending_before', 'limit', 'payment_intent', 'starting_after'],
    run: ({ store, parameters }) => {
      const disputes = store
        .all('dispute')
        .filter((dispute) => refersTo(dispute.charge, parameters.charge))
        .filter((dispute) => refersTo(dispute.payment_intent, parameters.payment_intent))
        .filter((dispute) => inRange(dispute.created, parameters.created));
      return pageOf(disputes, parameters, { url: '/v1/disputes', kind: 'dispute' });
    },
  }),
  operation<Stripe.DisputeRetrieveParams>({ method: 'get', path: '/v1/disputes/{id}', accepts: [], run: existing }),
  operation<Stripe.DisputeUpdateParams>({
    method: 'post',
    path: '/v1/disputes/{id}',
    accepts: ['evidence', 'metadata', 'submit'],
    run: updateDispute,
  }),
  operation<Stripe.DisputeCloseParams>({
    method: 'post',
    path: '/v1/disputes/{id}/close',
    accepts: [],
    run: (call) => {
      const dispute = existing(call);
      refuseDecided(dispute);
      return decide(call, dispute, 'lost');
    },
  }),
];

export const disputeTasks: TaskHandlers = {
  // No evidence arrived in time.
  'dispute.due': (context, id) => {
    const dispute = context.store.get('dispute', id);
    const late = { ...dispute, evidence_details: { ...dispute.evidence_details, past_due: true } };
    if (dispute.status === 'needs_response') decide(context, late, 'lost');
  },
};

function existing({ store, id }: Call<unknown>): Stripe.Dispute {
  const dispute = store.find('dispute', id);
  if (!dispute) throw noSuchResource('dispute', id);
  return dispute;
}

/** The cardholder says the payment was not theirs: the money is taken back at once. */
export function openDispute(context: Context, charge: Stripe.Charge): void {
  const { store, now } = context;
  const id = newId('dp');
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const example = exampleOf('dispute');
  const dispute = store.put('dispute', {
    ...example,
    id,
    amount: charge.amount,
    balance_transactions: [withdraw(context, id, charge)],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: { ...example.evidence_details, due_by: now + answerWithinDays * secondsPerDay },
    is_charge_refundable: false,
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  });
  store.put('charge', { ...charge, disputed: true });
  emit(context, 'charge.dispute.created', dispute);
  emit(context, 'charge.dispute.funds_withdrawn', dispute);
  schedule(context, 'dispute.due', id, now + answerWithinDays * secondsPerDay);
}

function withdraw(context: Context, disputeId: string, charge: Stripe.Charge): Stripe.BalanceTransaction {
  return moveMoney(context, {
    type: 'adjustment',
    reportingCategory: 'dispute',
    amountMinor: -charge.amount,
    feeMinor: disputeFeeMinor,
    currency: charge.currency,
    source: disputeId,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
}

function updateDispute(call: Call<Stripe.DisputeUpdateParams>): Stripe.Dispute {
  const { store, parameters } = call;
  const before = existing(call);
  const { evidence = {}, submit = Object.keys(evidence).length > 0 } = parameters;
  if (Object.keys(evidence).length > 0 || parameters.submit) refuseDecided(before);
  const isSubmitted = submit && before.status === 'needs_response';
  const submissions = before.evidence_details.submission_count + (isSubmitted ? 1 : 0);
  const updated = store.put('dispute', {
    ...before,
    // Safe: evidence is text by field, as in the object; files and enhanced evidence are stored as they came.
    evidence: { ...before.evidence, ...(evidence as Partial<Stripe.Dispute.Evidence>) },
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || Object.keys(evidence).length > 0,
      submission_count: submissions,
    },
    metadata: mergeMetadata(before.metadata, parameters.metadata),
    status: isSubmitted ? 'under_review' : before.status,
  });
  emit(call, 'charge.dispute.updated', updated, before);
  const verdict = isSubmitted ? magicVerdicts[updated.evidence.uncategorized_text ?? ''] : undefined;
  return verdict ? decide(call, updated, verdict) : updated;
}

/** The texts that decide a dispute in Stripe's test mode. */
const magicVerdicts: Readonly<Record<string, 'won' | 'lost'>> = { winning_evidence: 'won', losing_evidence: 'lost' };

function refuseDecided(dispute: Stripe.Dispute): void {
  if (dispute.status !== 'won' && dispute.status !== 'lost') return;
  throw invalidRequest(`This dispute is already closed with the status ${dispute.status}.`);
}

function decide(context: Context, before: Stripe.Dispute, verdict: 'won' | 'lost'): Stripe.Dispute {
  const { store } = context;
  unschedule(context, 'dispute.due', before.id);
  const returned = verdict === 'won' ? [reinstate(context, before)] : [];
  const closed = store.put('dispute', {
    ...before,
    balance_transactions: [...before.balance_transactions, ...returned],
    status: verdict,
  });
  emit(context, 'charge.dispute.closed', closed, before);
  if (verdict === 'won') emit(context, 'charge.dispute.funds_reinstated', closed);
  return closed;
}

function reinstate(context: Context, dispute: Stripe.Dispute): Stripe.BalanceTransaction {
  return moveMoney(context, {
    type: 'adjustment',
    reportingCategory: 'dispute_reversal',
    amountMinor: dispute.amount,
    feeMinor: 0,
    currency: dispute.currency,
    source: dispute.id,
    description: `Chargeback reversal for ${idOf(dispute.charge)}`,
  });
}
