import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalidRequest, noSuchReference, unsupportedParameter } from '../errors.ts';
import { emit } from '../events.ts';
import { newId } from '../ids.ts';
import { idOf } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';
import { schedule, type TaskHandlers, unschedule } from '../tasks.ts';
import { haveSameInterval, itemList, newItem, periodOf, planOf, priceFor } from './items.ts';
import { changeSubscription, endSubscription, hasEnded } from './status.ts';
import { addIntervals } from './timetable.ts';

type Schedule = Stripe.SubscriptionSchedule;
type Phase = Schedule['phases'][number];

/**
 * Puts a subscription on a schedule with one phase, its present period.
 * @throws ApiError 400 for a subscription that is unknown or incomplete, has ended or already has a schedule
 */
export function scheduleOf(
  context: Context,
  subscriptionId: string,
  sentMetadata: Stripe.MetadataParam = {},
): Schedule {
  const { store, now } = context;
  const subscription = store.find('subscription', subscriptionId);
  if (!subscription) throw noSuchReference('subscription', subscriptionId, 'from_subscription');
  if (subscription.schedule !== null || hasEnded(subscription) || subscription.status === 'incomplete') {
    throw invalidRequest(
      subscription.schedule === null
        ? `You cannot migrate a subscription that is ${subscription.status} to a schedule.`
        : 'You cannot migrate a subscription that is already attached to a schedule.',
      { param: 'from_subscription' },
    );
  }
  const { start, end } = periodOf(subscription);
  const items = subscription.items.data.map(({ price, quantity = 1 }) => phaseItem(price, quantity));
  const made = store.put('subscription_schedule', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: defaultSettings(subscription),
    end_behavior: 'release',
    livemode: false,
    metadata: mergeMetadata({}, sentMetadata),
    pause_schedules: [],
    phases: [phaseOf(subscription, { start, end, items })],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  });
  emit(context, 'subscription_schedule.created', made);
  changeSubscription(context, subscription, { ...subscription, schedule: made.id });
  planEnd(context, made);
  return made;
}

function defaultSettings(subscription: Stripe.Subscription): Schedule['default_settings'] {
  return {
    application_fee_percent: null,
    automatic_tax: { ...subscription.automatic_tax, disabled_reason: null },
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: subscription.collection_method,
    default_payment_method: idOf(subscription.default_payment_method),
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  };
}

type PhaseItem = Phase['items'][number];

function phaseItem(price: Stripe.Price, quantity: number): PhaseItem {
  return {
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    plan: price.id,
    price: price.id,
    quantity,
    tax_rates: [],
  };
}

function phaseOf(
  subscription: Pick<Stripe.Subscription, 'currency'>,
  { start, end, items }: { start: number; end: number; items: PhaseItem[] },
): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: subscription.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items,
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'create_prorations',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

type Sent = Stripe.SubscriptionScheduleUpdateParams;
type SentPhase = NonNullable<Sent['phases']>[number];

/**
 * Replaces the phases of a schedule. Items sent for the present phase do not change the subscription in its present
 * period; those are changed on the subscription itself.
 * @throws ApiError 400 once the schedule is over, or for phases that do not begin with the present one
 */
export function changeSchedule(context: Context, before: Schedule, sent: Sent): Schedule {
  if (before.status !== 'active') throw notActive(before, 'update');
  if (sent.end_behavior === 'renew' || sent.end_behavior === 'none') throw unsupportedParameter('end_behavior');
  const after = context.store.put('subscription_schedule', {
    ...before,
    end_behavior: sent.end_behavior ?? before.end_behavior,
    metadata: mergeMetadata(before.metadata ?? {}, sent.metadata),
    phases: sent.phases ? phasesFrom(context, before, sent.phases) : before.phases,
  });
  emit(context, 'subscription_schedule.updated', after, before);
  planEnd(context, after);
  return after;
}

function phasesFrom(context: Context, before: Schedule, sent: readonly SentPhase[]): Phase[] {
  const [present] = before.phases;
  const [first] = sent;
  if (!present || !first || first.start_date !== present.start_date) {
    throw invalidRequest(
      'You can not modify the start date of the current phase. Pass the phases that are under way with the same start date.',
      { param: 'phases[0][start_date]' },
    );
  }
  const subscription = context.store.get('subscription', idOf(before.subscription) ?? '');
  let start = present.start_date;
  return sent.map((phase, index) => {
    const param = `phases[${index}]`;
    const end = endOf(context, phase, start, param);
    if (end === null || end <= start) {
      throw invalidRequest('Each phase needs a duration, or an end_date behind its start.', {
        param: `${param}[end_date]`,
      });
    }
    const items = phase.items.map((item, position) => {
      const price = priceFor(context, item, `${param}[items][${position}]`);
      return phaseItem(price, item.quantity ?? 1);
    });
    const made = { ...phaseOf(subscription, { start, end, items }), proration_behavior: behaviourOf(phase) };
    start = end;
    return made;
  });
}

function behaviourOf({ proration_behavior: sent }: SentPhase): Phase['proration_behavior'] {
  return sent ?? 'create_prorations';
}

/**
 * Returns the end of a phase in seconds since 1970: as sent, or after its duration, or after one interval of its price;
 * null when the price does not recur.
 */
function endOf(context: Context, phase: SentPhase, start: number, param: string): number | null {
  if (phase.end_date === 'now') throw unsupportedParameter(`${param}[end_date]`);
  if (typeof phase.end_date === 'number') return phase.end_date;
  if (phase.duration) {
    const { interval, interval_count: count = 1 } = phase.duration;
    return addIntervals(start, { interval, interval_count: count }, 1);
  }
  const [item] = phase.items;
  const price = item && priceFor(context, item, `${param}[items][0]`);
  return price?.recurring ? addIntervals(start, price.recurring, 1) : null;
}

function notActive({ status }: Schedule, verb: string) {
  return invalidRequest(`You cannot ${verb} a subscription schedule that is currently in the \`${status}\` status.`);
}

/** Ends a schedule and lets its subscription continue unchanged. @throws ApiError 400 once the schedule is over */
export function releaseSchedule(context: Context, before: Schedule): Schedule {
  if (before.status !== 'active') throw notActive(before, 'release');
  const { store, now } = context;
  unschedule(context, 'schedule.end', before.id);
  const subscription = store.get('subscription', idOf(before.subscription) ?? '');
  const released = store.put('subscription_schedule', {
    ...before,
    current_phase: null,
    released_at: now,
    released_subscription: subscription.id,
    status: 'released',
    subscription: null,
  });
  emit(context, 'subscription_schedule.released', released);
  changeSubscription(context, subscription, { ...subscription, schedule: null });
  return released;
}

/** Ends a schedule together with its subscription. @throws ApiError 400 once the schedule is over */
export function cancelSchedule(context: Context, before: Schedule): Schedule {
  if (before.status !== 'active') throw notActive(before, 'cancel');
  const subscription = context.store.get('subscription', idOf(before.subscription) ?? '');
  endSubscription(context, subscription);
  return context.store.get('subscription_schedule', before.id);
}

function planEnd(context: Context, { id, phases }: Schedule): void {
  unschedule(context, 'schedule.end', id);
  const last = phases.at(-1);
  if (last) schedule(context, 'schedule.end', id, last.end_date);
}

/** Finds the phase that is running at the context's time, if the subscription has a schedule. */
function phaseAt({ store, now }: Context, subscription: Stripe.Subscription): Phase | undefined {
  const found = store.find('subscription_schedule', idOf(subscription.schedule) ?? '');
  if (found?.status !== 'active') return undefined;
  return found.phases.findLast((phase) => phase.start_date <= now && phase.end_date > now);
}

/** Returns the subscription with the items of its schedule's phase; another interval begins a new cycle. */
export function inPhase(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  const phase = phaseAt(context, subscription);
  if (!phase || isAsIn(subscription, phase)) return subscription;
  const old = subscription.items.data;
  const items = phase.items.map(({ price, quantity = 1 }, index): Stripe.SubscriptionItem => {
    const known = old[index] ?? newItem(context, subscription.id, { price: idOf(price) ?? '' }, 'phases');
    const fresh = context.store.get('price', idOf(price) ?? '');
    return { ...known, plan: planOf(fresh), price: fresh, quantity };
  });
  return {
    ...subscription,
    billing_cycle_anchor: haveSameInterval(old, items) ? subscription.billing_cycle_anchor : context.now,
    items: itemList(subscription.id, items),
  };
}

function isAsIn({ items }: Stripe.Subscription, phase: Phase): boolean {
  const of = (list: readonly { price: unknown; quantity?: number }[]) =>
    list.map(({ price, quantity = 1 }) => `${idOf(price as string)} ${quantity}`).join();
  return of(items.data) === of(phase.items);
}

/** Marks the phase that began with the subscription's new period as the schedule's present one. */
export function followPhase(context: Context, subscription: Stripe.Subscription): void {
  const { store } = context;
  const before = store.find('subscription_schedule', idOf(subscription.schedule) ?? '');
  const phase = phaseAt(context, subscription);
  if (!before || !phase || before.current_phase?.start_date === phase.start_date) return;
  const { start_date, end_date } = phase;
  const after = store.put('subscription_schedule', { ...before, current_phase: { start_date, end_date } });
  emit(context, 'subscription_schedule.updated', after, before);
}

/** Rejects changing the end of a subscription with a schedule, which decides it. @throws ApiError 400 */
export function refuseScheduled({ schedule: id }: Stripe.Subscription): void {
  if (id === null) return;
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${idOf(id)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  );
}

export const scheduleTasks: TaskHandlers = {
  /** Runs when the last phase is over. */
  'schedule.end': (context, id) => {
    const found = context.store.get('subscription_schedule', id);
    if (found.status !== 'active') return;
    if (found.end_behavior === 'cancel') cancelSchedule(context, found);
    else releaseSchedule(context, found);
  },
};
