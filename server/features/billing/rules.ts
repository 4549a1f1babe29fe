/** What an event is about; each kind of object is asked for in its own way. */
export type EventSubject =
  | 'payment'
  | 'charge'
  | 'refund'
  | 'dispute'
  | 'subscription'
  | 'trial_end'
  | 'renewal'
  | 'invoice'
  | 'checkout'
  | 'payment_method'
  | 'customer';

/** The events that change something here; all others are received and left alone. */
const subjects: Readonly<Record<string, EventSubject>> = {
  'payment_intent.succeeded': 'payment',
  'payment_intent.payment_failed': 'payment',
  'payment_intent.canceled': 'payment',
  'charge.refunded': 'charge',
  'charge.refund.updated': 'refund',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'customer.subscription.created': 'subscription',
  'customer.subscription.updated': 'subscription',
  'customer.subscription.deleted': 'subscription',
  'customer.subscription.paused': 'subscription',
  'customer.subscription.resumed': 'subscription',
  'customer.subscription.trial_will_end': 'trial_end',
  'invoice.upcoming': 'renewal',
  'invoice.finalized': 'invoice',
  'invoice.paid': 'invoice',
  'invoice.payment_failed': 'invoice',
  'invoice.payment_action_required': 'invoice',
  'invoice.voided': 'invoice',
  'invoice.marked_uncollectible': 'invoice',
  'checkout.session.completed': 'checkout',
  'checkout.session.expired': 'checkout',
  'payment_method.attached': 'payment_method',
  'payment_method.detached': 'payment_method',
  'payment_method.updated': 'payment_method',
  'payment_method.automatically_updated': 'payment_method',
  'customer.updated': 'customer',
};

/** The types to ask the provider for when looking for events that never arrived. */
export const handledTypes: readonly string[] = Object.keys(subjects);

/** What an event of this type is about; null when it changes nothing here. */
export function subjectOf(type: string): EventSubject | null {
  return subjects[type] ?? null;
}
