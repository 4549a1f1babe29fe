import type Stripe from 'stripe';
import { type Call, type Context, operation } from '../context.ts';
import { ApiError, noSuchReference, noSuchResource } from '../errors.ts';
import { newId } from '../ids.ts';
import { recordTransaction, reverseTransaction } from '../resources/tax-transactions.ts';

/**
 * Operations on calculations bound to a payment (`hooks[inputs][tax][calculation]`): the payment's success records the
 * transaction and a refund reverses it, without a call. https://docs.stripe.com/tax/payment-intent
 */
export const taxAssociationOperations = [
  operation<Stripe.Tax.AssociationFindParams>({
    method: 'get',
    path: '/v1/tax/associations/find',
    accepts: ['payment_intent'],
    run: ({ store, parameters }: Call<Stripe.Tax.AssociationFindParams>) => {
      const found = associationOf({ store }, parameters.payment_intent);
      if (!found) throw noSuchResource('tax association', parameters.payment_intent);
      return found;
    },
  }),
];

function associationOf({ store }: Pick<Context, 'store'>, intentId: string): Stripe.Tax.Association | undefined {
  return store.all('tax.association').find((one) => one.payment_intent === intentId);
}

type SentHooks = Stripe.PaymentIntentCreateParams['hooks'];

/**
 * Binds the calculation that a call names to its payment; an empty one ends the binding.
 * @throws ApiError 400 for an unknown calculation
 */
export function bindCalculation(
  context: Context,
  intent: Stripe.PaymentIntent,
  sent: SentHooks,
): Pick<Stripe.PaymentIntent, 'hooks'> {
  const { store } = context;
  const tax = sent?.inputs?.tax;
  if (!tax) return intent.hooks ? { hooks: intent.hooks } : {};
  const known = associationOf(context, intent.id);
  if (!tax.calculation) {
    if (known) store.remove('tax.association', known.id);
    return { hooks: {} };
  }
  if (!store.find('tax.calculation', tax.calculation)) {
    throw noSuchReference('tax calculation', tax.calculation, 'hooks[inputs][tax][calculation]');
  }
  store.put('tax.association', {
    id: known?.id ?? newId('taxa'),
    object: 'tax.association',
    calculation: tax.calculation,
    payment_intent: intent.id,
    tax_transaction_attempts: null,
  });
  return { hooks: { inputs: { tax: { calculation: tax.calculation } } } };
}

/** Records the tax of a succeeded payment's calculation as collected. */
export function recordPaymentTax(context: Context, intent: Stripe.PaymentIntent): void {
  const association = associationOf(context, intent.id);
  if (!association) return;
  const { calculation } = association;
  attempt(context, association, intent.id, () => recordTransaction(context, { calculation, reference: intent.id }));
}

/** Reverses the tax of the refunded part of a payment. */
export function reversePaymentTax(context: Context, intentId: string | null, refund: Stripe.Refund): void {
  const association = associationOf(context, intentId ?? '');
  const recorded = association?.tax_transaction_attempts?.find((one) => one.source === intentId);
  const original = recorded?.committed?.transaction;
  if (!association || !original) return;
  attempt(context, association, refund.id, () =>
    reverseTransaction(context, {
      flat_amount: -refund.amount,
      mode: 'partial',
      original_transaction: original,
      reference: refund.id,
    }),
  );
}

/** Tries to record or reverse the tax; a failure is stored on the association and never undoes the payment. */
function attempt(
  { store }: Context,
  association: Stripe.Tax.Association,
  source: string,
  work: () => Stripe.Tax.Transaction,
): void {
  const attempts = association.tax_transaction_attempts ?? [];
  const isUsed = store
    .all('tax.association')
    .some((one) => one.calculation === association.calculation && one.tax_transaction_attempts && one !== association);
  const add = (one: Stripe.Tax.Association.TaxTransactionAttempt) =>
    store.put('tax.association', { ...association, tax_transaction_attempts: [...attempts, one] });
  const fail = (reason: Stripe.Tax.Association.TaxTransactionAttempt.Errored.Reason) =>
    add({ errored: { reason }, source, status: 'errored' });
  if (isUsed) return void fail('another_payment_associated_with_calculation');
  try {
    add({ committed: { transaction: work().id }, source, status: 'committed' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fail('calculation_expired');
  }
}
