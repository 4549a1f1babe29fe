import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { idOf } from '../lists.ts';
import { changeSubscription } from './status.ts';

/** A setup intent succeeded: the subscription that waited for it, if any, is charged to that card from now on. */
export function followSetup(context: Context, intent: Stripe.SetupIntent): void {
  const method = idOf(intent.payment_method);
  for (const subscription of context.store.all('subscription')) {
    if (idOf(subscription.pending_setup_intent) !== intent.id || method === null) continue;
    const after = { ...subscription, default_payment_method: method, pending_setup_intent: null };
    changeSubscription(context, subscription, after);
  }
}
