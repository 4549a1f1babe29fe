import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { invalidRequest, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { idOf, inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { type DisputeStatus, moveDispute, openInquiry } from './dispute-states.ts';

/** Test payment methods and control calls open disputes, so there is no operation that creates them. */
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
      return moveDispute(call, dispute, openInquiry(call, idOf(dispute.charge) ?? '') ? 'warning_closed' : 'lost');
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.Dispute {
  const dispute = store.find('dispute', id);
  if (!dispute) throw noSuchResource('dispute', id);
  return dispute;
}

function updateDispute(call: Call<Stripe.DisputeUpdateParams>): Stripe.Dispute {
  const { store, parameters } = call;
  const before = existing(call);
  const { evidence = {}, submit = Object.keys(evidence).length > 0 } = parameters;
  if (Object.keys(evidence).length > 0 || parameters.submit) refuseDecided(before);
  const next = submit ? reviewOf[before.status] : undefined;
  const submissions = before.evidence_details.submission_count + (next ? 1 : 0);
  const updated = store.put('dispute', {
    ...before,
    // Safe because evidence is text by field, as in the object; files and enhanced evidence are stored unchanged.
    evidence: { ...before.evidence, ...(evidence as Partial<Stripe.Dispute.Evidence>) },
    evidence_details: {
      ...before.evidence_details,
      has_evidence: before.evidence_details.has_evidence || Object.keys(evidence).length > 0,
      submission_count: submissions,
    },
    metadata: mergeMetadata(before.metadata, parameters.metadata),
    status: next ?? before.status,
  });
  emit(call, 'charge.dispute.updated', updated, before);
  const verdict = next ? verdictOf(updated) : undefined;
  return verdict ? moveDispute(call, updated, verdict) : updated;
}

/** States after submitted evidence. */
const reviewOf: Readonly<Record<string, DisputeStatus>> = {
  needs_response: 'under_review',
  warning_needs_response: 'warning_under_review',
  appeal_needs_response: 'appeal_under_review',
};

/** Returns the verdict for the texts that decide a dispute, or an inquiry, in Stripe's test mode. */
function verdictOf({ evidence, status }: Stripe.Dispute): DisputeStatus | undefined {
  const text = evidence.uncategorized_text;
  const isInquiry = status === 'warning_under_review';
  if (text === 'escalate_inquiry_evidence') return isInquiry ? 'needs_response' : undefined;
  if (text !== 'winning_evidence' && text !== 'losing_evidence') return undefined;
  if (isInquiry) return 'warning_closed';
  // An appeal is decided by a control call, because the text of the first submission is still there.
  if (status !== 'under_review') return undefined;
  return text === 'winning_evidence' ? 'won' : 'lost';
}

const decided: readonly DisputeStatus[] = ['lost', 'warning_closed', 'won'];

function refuseDecided(dispute: Stripe.Dispute): void {
  if (!decided.includes(dispute.status)) return;
  throw invalidRequest(`This dispute is already closed with the status ${dispute.status}.`);
}
