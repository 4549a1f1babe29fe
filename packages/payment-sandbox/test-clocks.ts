import type Stripe from 'stripe';
import { secondsPerDay } from './clock.ts';
import { type Call, type Context, operation, simulatedNow } from './context.ts';
import { exampleOf } from './document.ts';
import { invalidRequest, noSuchResource } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { idOf, pageOf } from './lists.ts';
import { collectionOfId } from './records.ts';
import type { Store } from './store.ts';
import { cycleOf } from './subscriptions/items.ts';
import { endAllSubscriptions, hasEnded } from './subscriptions/status.ts';
import { addIntervals } from './subscriptions/timetable.ts';
import { advanceClock, runTimeline, type Timeline } from './tasks.ts';

/** Returns a customer's time: the frozen time of the test clock, or the sandbox's time without a test clock. */
export function timeOf(store: Store, testClock: string | null): Pick<Context, 'now' | 'testClock'> {
  const clock = testClock === null ? undefined : store.find('test_helpers.test_clock', testClock);
  return clock ? { now: clock.frozen_time, testClock: clock.id } : { now: simulatedNow(store) };
}

/** Finds the test clock of the first id that has one: a clock, a customer, or an object that belongs to one. */
export function clockBehind(store: Store, ids: readonly unknown[]): string | null {
  for (const id of ids) {
    const clock = typeof id === 'string' ? clockOf(store, id) : null;
    if (clock !== null) return clock;
  }
  return null;
}

function clockOf(store: Store, id: string): string | null {
  if (id.startsWith('clock_')) return id;
  const collection = collectionOfId(id);
  const record = collection && store.find(collection, id);
  const owner = record && 'customer' in record ? idOf(record.customer) : id;
  const customer = store.find('customer', owner ?? '');
  return customer && !customer.deleted ? idOf(customer.test_clock) : null;
}

function customersOf(store: Store, clock: string): Stripe.Customer[] {
  return store
    .all('customer')
    .filter((customer): customer is Stripe.Customer => !customer.deleted)
    .filter((customer) => idOf(customer.test_clock) === clock);
}

export function isAdvancing(store: Store): boolean {
  return store.all('test_helpers.test_clock').some(({ status }) => status === 'advancing');
}

/**
 * Brings advancing test clocks to their time, running the tasks of their customers on the way. A clock without
 * customers moves the sandbox's own clock by the same time.
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

type TestClock = Stripe.TestHelpers.TestClock;

export const testClockOperations = [
  operation<Stripe.TestHelpers.TestClockCreateParams>({
    method: 'post',
    path: '/v1/test_helpers/test_clocks',
    accepts: ['frozen_time', 'name'],
    run: (call) => {
      const { store, now, parameters } = call;
      const clock = store.put('test_helpers.test_clock', {
        ...exampleOf('test_helpers.test_clock'),
        id: newId('clock'),
        created: now,
        deletes_after: now + 30 * secondsPerDay,
        frozen_time: parameters.frozen_time,
        name: parameters.name ?? null,
        status: 'ready',
        status_details: {},
      });
      emit(call, 'test_helpers.test_clock.created', clock);
      return clock;
    },
  }),
  operation<Stripe.TestHelpers.TestClockListParams>({
    method: 'get',
    path: '/v1/test_helpers/test_clocks',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const about = { url: '/v1/test_helpers/test_clocks', kind: 'test_clock' };
      return pageOf(store.all('test_helpers.test_clock'), parameters, about);
    },
  }),
  operation<Stripe.TestHelpers.TestClockRetrieveParams>({
    method: 'get',
    path: '/v1/test_helpers/test_clocks/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.TestHelpers.TestClockAdvanceParams>({
    method: 'post',
    path: '/v1/test_helpers/test_clocks/{id}/advance',
    accepts: ['frozen_time'],
    run: startAdvancing,
  }),
  operation<Stripe.TestHelpers.TestClockDeleteParams>({
    method: 'delete',
    path: '/v1/test_helpers/test_clocks/{id}',
    accepts: [],
    run: deleteClock,
  }),
];

function existing({ store, id }: Call<unknown>): TestClock {
  const clock = store.find('test_helpers.test_clock', id);
  if (!clock) throw noSuchResource('billing clock', id);
  return clock;
}

/** Starts the advance and responds before the clock has reached the time. */
function startAdvancing(call: Call<Stripe.TestHelpers.TestClockAdvanceParams>): TestClock {
  const clock = existing(call);
  const target = call.parameters.frozen_time;
  if (clock.status !== 'ready') throw invalidRequest('Test clock is already advancing.', { param: 'frozen_time' });
  if (target <= clock.frozen_time) {
    throw invalidRequest('The requested time must be later than the frozen time of the test clock.', {
      param: 'frozen_time',
    });
  }
  checkFarthest(call, clock, target);
  const advancing = call.store.put('test_helpers.test_clock', {
    ...clock,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: target } },
  });
  emit(call, 'test_helpers.test_clock.advancing', advancing);
  return advancing;
}

/** Checks that a clock advances at most two intervals of its customers' shortest subscription at a time. */
function checkFarthest({ store }: Call<unknown>, clock: TestClock, target: number): void {
  const customers = new Set(customersOf(store, clock.id).map(({ id }) => id));
  const live = store
    .all('subscription')
    .filter((subscription) => customers.has(idOf(subscription.customer) ?? '') && !hasEnded(subscription));
  const ends = live.map(({ items }) => addIntervals(clock.frozen_time, cycleOf(items.data), 2));
  if (target <= Math.min(...ends)) return;
  throw invalidRequest(
    'The requested time is too far: at most two intervals of the shortest subscription can be advanced at a time.',
    { param: 'frozen_time' },
  );
}

function deleteClock(call: Call<unknown>): Stripe.TestHelpers.DeletedTestClock {
  const { store, id } = call;
  const clock = existing(call);
  for (const customer of customersOf(store, id)) {
    endAllSubscriptions(call, customer.id);
    store.put('customer', { id: customer.id, object: 'customer', deleted: true });
  }
  store.remove('test_helpers.test_clock', id);
  emit(call, 'test_helpers.test_clock.deleted', clock);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}
