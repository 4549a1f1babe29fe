import type { Context } from './context.ts';
import { settingsOf, simulatedNow } from './context.ts';
import { newId } from './ids.ts';
import type { Task } from './records.ts';
import type { Store } from './store.ts';

/** What each kind of task does with its subject, an object's id, when its time has come. */
export type TaskHandlers = Readonly<Record<string, (context: Context, subject: string) => void>>;

/** Plans work for a simulated time. */
export function schedule(context: Context, kind: string, subject: string, dueAt: number): void {
  const { store, testClock } = context;
  store.put('task', { id: newId('task'), kind, subject, dueAt, ...(testClock ? { testClock } : {}) });
}

/** Forgets planned work that lost its point. */
export function unschedule(context: Context, kind: string, subject: string): void {
  for (const task of context.store.all('task')) {
    if (task.kind === kind && task.subject === subject) context.store.remove('task', task.id);
  }
}

function nextTask(store: Store, testClock?: string): Task | undefined {
  const own = store.all('task').filter((task) => task.testClock === testClock);
  // Of tasks due at the same time, the one planned first runs first.
  return own.reduce<Task | undefined>((first, task) => (first && first.dueAt <= task.dueAt ? first : task), undefined);
}

/** Whose planned work is run, and to which time: the sandbox's own without a test clock. */
export type Timeline = {
  store: Store;
  handlers: TaskHandlers;
  publicPath: string;
  until: number;
  testClock?: string;
};

/** Runs everything that is due, in time order; each task is a transaction of its own and sees its own time. */
export function runTimeline(options: Timeline): void {
  const { store, handlers, publicPath, until, testClock } = options;
  const next = () => nextTask(store, testClock);
  for (let task = next(); task && task.dueAt <= until; task = next()) {
    const { id, kind, subject, dueAt } = task;
    const handler = handlers[kind];
    store.transaction(() => {
      store.remove('task', id);
      const request = { id: null, idempotencyKey: null };
      const time = { now: dueAt, ...(testClock ? { testClock } : {}) };
      handler?.({ store, ...time, request, byClock: true, publicPath }, subject);
    });
  }
}

/** Moves the sandbox's clock forward, running what falls due on the way. Returns the new simulated time. */
export function advanceClock(options: Omit<Timeline, 'testClock' | 'until'> & { seconds: number }): number {
  const { store, seconds } = options;
  const until = simulatedNow(store) + seconds;
  runTimeline({ ...options, until });
  store.transaction(() => {
    const settings = settingsOf(store);
    store.put('settings', { ...settings, clockOffsetSeconds: settings.clockOffsetSeconds + seconds });
  });
  return until;
}

/** Milliseconds until the next task, at most a minute so that a machine that slept catches up; null without tasks. */
export function millisecondsToNextTask(store: Store): number | null {
  const task = nextTask(store);
  if (!task) return null;
  return Math.min(Math.max(task.dueAt - simulatedNow(store), 0) * 1000, 60_000);
}
