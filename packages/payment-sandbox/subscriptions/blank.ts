import type Stripe from 'stripe';
import { exampleOf } from '../templates.ts';

/** What every subscription begins with: nothing scheduled, nothing paused, charged automatically. */
export function blankSubscription(): Stripe.Subscription {
  return {
    ...exampleOf('subscription'),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    ended_at: null,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    pause_collection: null,
    pending_invoice_item_interval: null,
    pending_update: null,
    trial_end: null,
    trial_start: null,
  };
}

type SentPaymentSettings = Stripe.SubscriptionCreateParams.PaymentSettings | undefined;

export function paymentSettingsOf(
  current: Stripe.Subscription.PaymentSettings | null,
  sent: SentPaymentSettings,
): Stripe.Subscription.PaymentSettings {
  return {
    payment_method_options: null,
    // Safe: the parameter's list and the field's list name the same kinds.
    payment_method_types: (sent?.payment_method_types ||
      current?.payment_method_types ||
      null) as Stripe.Subscription.PaymentSettings['payment_method_types'],
    save_default_payment_method: sent?.save_default_payment_method ?? current?.save_default_payment_method ?? 'off',
  };
}

type SentTrialSettings = Stripe.SubscriptionCreateParams.TrialSettings | undefined;

export function trialSettingsOf(
  current: Stripe.Subscription.TrialSettings | null,
  sent: SentTrialSettings,
): Stripe.Subscription.TrialSettings {
  const missing = sent?.end_behavior.missing_payment_method ?? current?.end_behavior.missing_payment_method;
  return { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing ?? 'create_invoice' } };
}
