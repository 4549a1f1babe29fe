import type Stripe from 'stripe';
import { type Context, simulatedNow } from './context.ts';
import { emit } from './events.ts';
import { idOf } from './lists.ts';
import { collectionOfPrefix } from './records.ts';
import type { Store } from './store.ts';
import { advanceClock, runTimeline, type Timeline } from './tasks.ts';

/** The time of a customer: the frozen time of its test clock, else the sandbox's. */
export function timeOf(store: Store, testClock: string | null): Pick<Context, 'now' | 'testClock'> {
  const clock = testClock === null ? undefined : store.find('test_helpers.test_clock', testClock);
  return clock ? { now: clock.frozen_time, testClock: clock.id } : { now: simulatedNow(store) };
}

/** The test clock behind whatever a call names: a clock, a customer, or an object that belongs to one. */
export function clockBehind(store: Store, ids: readonly unknown[]): string | null {
  for (const id of ids) {
    const clock = typeof id === 'string' ? clockOf(store, id) : null;
    if (clock !== null) return clock;
  }
  return null;
}

function clockOf(store: Store, id: string): string | null {
  if (id.startsWith('clock_')) return id;
  const collection = collectionOfPrefix[id.slice(0, id.indexOf('_'))];
  const record = collection && store.find(collection, id);
  const owner = record && 'customer' in record ? idOf(record.customer) : id;
  const customer = store.find('customer', owner ?? '');
  return customer && !customer.deleted ? idOf(customer.test_clock) : null;
}

/** The customers who live in a test clock's time. */
export function customersOf(store: Store, clock: string): Stripe.Customer[] {
  return store
    .all('customer')
    .filter((customer): customer is Stripe.Customer => !customer.deleted)
    .filter((customer) => idOf(customer.test_clock) === clock);
}

export function isAdvancing(store: Store): boolean {
  return store.all('test_helpers.test_clock').some(({ status }) => status === 'advancing');
}

/**
 * Brings advancing test clocks to their time, running what falls due for their customers on the
 * way. A clock without customers moves the sandbox's own clock by as much.
 */
export function advanceTestClocks(options: Omit<Timeline, 'until' | 'testClock'>): void {
  const { store, publicPath } = options;
  for (const clock of store.all('test_helpers.test_clock').filter(({ status }) => status === 'advancing')) {
    const target = clock.status_details.advancing?.target_frozen_time ?? clock.frozen_time;
    if (customersOf(store, clock.id).length > 0) runTimeline({ ...options, until: target, testClock: clock.id });
    else advanceClock({ ...options, seconds: target - clock.frozen_time });
    store.transaction(() => {
      const context = { store, publicPath, now: simulatedNow(store), request: { id: null, idempotencyKey: null } };
      const arrived = { ...clock, frozen_time: target, status: 'ready', status_details: {} } as const;
      emit(context, 'test_helpers.test_clock.ready', store.put('test_helpers.test_clock', arrived));
    });
  }
}
