import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, missingParameter, noSuchReference, unsupportedParameter } from '../errors.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../metadata.ts';

type SentLine = Stripe.Checkout.SessionCreateParams.LineItem;

/** What is being bought, each with its price; the amounts follow in `withAmounts`. @throws ApiError 400 */
export function newLines(
  context: Context,
  sent: readonly SentLine[] | undefined,
  mode: 'payment' | 'subscription',
): Stripe.LineItem[] {
  if (!sent || sent.length === 0) throw missingParameter('line_items');
  const lines = sent.map((line, index) => newLine(context, line, `line_items[${index}]`));
  const recurring = lines.filter((line) => line.price?.recurring);
  if (mode === 'payment' && recurring.length > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode when using prices.', {
      param: 'line_items',
    });
  }
  if (mode === 'subscription' && recurring.length < lines.length) throw unsupportedParameter('line_items');
  if (new Set(lines.map((line) => line.currency)).size > 1) {
    throw invalidRequest('All prices of a Checkout Session must have the same currency.', { param: 'line_items' });
  }
  return lines;
}

function newLine(context: Context, sent: SentLine, name: string): Stripe.LineItem {
  if (sent.price_data) throw unsupportedParameter(`${name}[price_data]`);
  if (sent.tax_rates) throw unsupportedParameter(`${name}[tax_rates]`);
  if (sent.adjustable_quantity?.enabled) throw unsupportedParameter(`${name}[adjustable_quantity]`);
  if (!sent.price) throw missingParameter(`${name}[price]`);
  const price = context.store.find('price', sent.price);
  if (!price) throw noSuchReference('price', sent.price, `${name}[price]`);
  if (!price.active) {
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${name}[price]`,
    });
  }
  const { quantity = 1 } = sent;
  if (quantity < 1) throw invalidRequest('Quantity must be at least 1.', { param: `${name}[quantity]` });
  const subtotal = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal,
    currency: price.currency,
    description: context.store.find('product', idOf(price.product) ?? '')?.name ?? null,
    metadata: mergeMetadata({}, sent.metadata),
    price,
    quantity,
  };
}
