import type { Context } from './context.ts';
import { settingsOf, simulatedNow } from './context.ts';
import { newId } from './ids.ts';
import type { Task } from './records.ts';
import type { Store } from './store.ts';

/** Functions that run due tasks, by kind of task; the subject is an object's id. */
export type TaskHandlers = Readonly<Record<string, (context: Context, subject: string) => void>>;

/** Plans a task for a simulated time, in seconds since 1970. */
export function schedule(context: Context, kind: string, subject: string, dueAt: number): void {
  context.store.put('task', { id: newId('task'), kind, subject, dueAt });
}

/** Removes planned tasks that are no longer needed. */
export function unschedule(context: Context, kind: string, subject: string): void {
  for (const task of context.store.all('task')) {
    if (task.kind === kind && task.subject === subject) context.store.remove('task', task.id);
  }
}

function nextTask(store: Store): Task | undefined {
  // Among tasks due at the same time, the one planned first runs first.
  const earlier = (first: Task | undefined, task: Task) => (first && first.dueAt <= task.dueAt ? first : task);
  return store.all('task').reduce<Task | undefined>(earlier, undefined);
}

/** Tasks, and the simulated time to run them to. */
type Timeline = {
  store: Store;
  handlers: TaskHandlers;
  publicPath: string;
  until: number;
};

/** Runs every task that is due, in time order, each in its own transaction and at its own time. */
export function runTimeline(options: Timeline): void {
  const { store, handlers, publicPath, until } = options;
  for (let task = nextTask(store); task && task.dueAt <= until; task = nextTask(store)) {
    const { id, kind, subject, dueAt } = task;
    const handler = handlers[kind];
    store.transaction(() => {
      store.remove('task', id);
      const request = { id: null, idempotencyKey: null };
      handler?.({ store, now: dueAt, request, byClock: true, publicPath }, subject);
    });
  }
}

/**
 * Moves the sandbox's clock forward and runs the tasks that fall due on the way.
 * @returns the new simulated time, in seconds since 1970
 */
export function advanceClock(options: Omit<Timeline, 'until'> & { seconds: number }): number {
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
