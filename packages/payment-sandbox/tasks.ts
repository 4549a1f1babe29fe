import type { Context } from './context.ts';
import { settingsOf, simulatedNow } from './context.ts';
import { newId } from './ids.ts';
import type { Task } from './records.ts';
import type { Store } from './store.ts';

/** Functions that run due tasks, by kind of task; the subject is an object's id. */
export type TaskHandlers = Readonly<Record<string, (context: Context, subject: string) => void>>;

/** Plans a task for a simulated time, in seconds since 1970. */
export function schedule(context: Context, kind: string, subject: string, dueAt: number): void {
  const { store, testClock } = context;
  store.put('task', { id: newId('task'), kind, subject, dueAt, ...(testClock ? { testClock } : {}) });
}

/** Removes planned tasks that are no longer needed. */
export function unschedule(context: Context, kind: string, subject: string): void {
  for (const task of context.store.all('task')) {
    if (task.kind === kind && task.subject === subject) context.store.remove('task', task.id);
  }
}

function nextTask(store: Store, testClock?: string): Task | undefined {
  const own = store.all('task').filter((task) => task.testClock === testClock);
  // Among tasks due at the same time, the one planned first runs first.
  return own.reduce<Task | undefined>((first, task) => (first && first.dueAt <= task.dueAt ? first : task), undefined);
}

/** Clock whose tasks run, and the time to run them to; without a test clock it is the sandbox's own. */
export type Timeline = {
  store: Store;
  handlers: TaskHandlers;
  publicPath: string;
  until: number;
  testClock?: string;
};

/** Runs every task that is due, in time order, each in its own transaction and at its own time. */
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

/**
 * Moves the sandbox's clock forward and runs the tasks that fall due on the way.
 * @returns the new simulated time, in seconds since 1970
 */
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

/**
 * Returns the milliseconds until the next task, at most a minute so that a machine catches up after sleep; null without
 * tasks.
 */
export function millisecondsToNextTask(store: Store): number | null {
  const task = nextTask(store);
  if (!task) return null;
  return Math.min(Math.max(task.dueAt - simulatedNow(store), 0) * 1000, 60_000);
}
