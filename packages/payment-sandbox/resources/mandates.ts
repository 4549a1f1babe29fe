import type Stripe from 'stripe';
import { type Call, type Context, operation, pageAddress } from '../context.ts';
import { missingParameter, noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { newId, randomText } from '../ids.ts';
import { isDebit } from './bank-methods.ts';

export const mandateOperations = [
  operation<Stripe.MandateRetrieveParams>({
    method: 'get',
    path: '/v1/mandates/{id}',
    accepts: [],
    run: ({ store, id }: Call<unknown>) => {
      const mandate = store.find('mandate', id);
      if (!mandate) throw noSuchResource('mandate', id);
      return mandate;
    },
  }),
];

/** Parameters that record a customer's agreement to a mandate. */
export type Acceptance = {
  customer_acceptance?: { accepted_at?: number; online?: { ip_address?: string; user_agent?: string } };
};

type Asked = {
  method: Stripe.PaymentMethod;
  /**
   * Customer's agreement as the call reports it; may be undefined when a page of the sandbox asked for it (`byPage`).
   */
  acceptance: Acceptance | undefined;
  byPage: boolean;
  /** The one payment of the mandate; null for a mandate that later payments may use. */
  only: { amount: number; currency: string } | null;
};

/**
 * Returns the mandate for a debit: the bank account's active one, or a new one that the customer agreed to; null when
 * the method is no debit.
 * @throws ApiError 400 when the customer has not agreed to one
 */
export function mandateFor(context: Context, asked: Asked): Stripe.Mandate | null {
  const { method } = asked;
  if (!isDebit(method)) return null;
  const known = activeMandate(context, method.id);
  if (known) return known;
  if (!asked.byPage && !asked.acceptance) throw missingParameter('mandate_data');
  return newMandate(context, asked);
}

function activeMandate({ store }: Context, methodId: string): Stripe.Mandate | undefined {
  return store
    .all('mandate')
    .findLast(({ payment_method: of, status, type }) => of === methodId && status === 'active' && type === 'multi_use');
}

function newMandate(context: Context, { method, acceptance, only }: Asked): Stripe.Mandate {
  const { store, now } = context;
  const id = newId('mandate');
  const { accepted_at: acceptedAt = now, online } = acceptance?.customer_acceptance ?? {};
  const reference = randomText(16).toUpperCase();
  const url = pageAddress(context, `/mandates/${id}`);
  return store.put('mandate', {
    id,
    object: 'mandate',
    customer_acceptance: {
      accepted_at: acceptedAt,
      online: { ip_address: online?.ip_address ?? null, user_agent: online?.user_agent ?? null },
      type: 'online',
    },
    livemode: false,
    ...(only ? { single_use: only } : { multi_use: {} }),
    payment_method: method.id,
    payment_method_details:
      method.type === 'bacs_debit'
        ? {
            bacs_debit: {
              display_name: null,
              network_status: 'accepted',
              reference,
              revocation_reason: null,
              service_user_number: null,
              url,
            },
            type: 'bacs_debit',
          }
        : { sepa_debit: { reference, url }, type: 'sepa_debit' },
    status: 'active',
    type: only ? 'single_use' : 'multi_use',
  });
}

/** Ends a mandate, when the bank says that the account may not be debited any more. */
export function endMandate(context: Context, mandateId: string): void {
  const before = context.store.find('mandate', mandateId);
  if (before?.status !== 'active') return;
  emit(context, 'mandate.updated', context.store.put('mandate', { ...before, status: 'inactive' }), before);
}
