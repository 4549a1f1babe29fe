import type { Context } from './context.ts';
import { settingsOf, simulatedNow } from './context.ts';
import { newId } from './ids.ts';
import type { Task } from './records.ts';
import type { Store } from './store.ts';

/** What each kind of task does with its subject, an object's id, when its time has come. */
export type TaskHandlers = Readonly<Record<string, (context: Context, subject: string) => void>>;

/** Plans work for a simulated time. */
export function schedule(context: Context, kind: string, subject: string, dueAt: number): void {
  context.store.put('task', { id: newId('task'), kind, subject, dueAt });
}

/** Forgets planned work that lost its point. */
export function unschedule(context: Context, kind: string, subject: string): void {
  for (const task of context.store.all('task')) {
    if (task.kind === kind && task.subject === subject) context.store.remove('task', task.id);
  }
}

function nextTask(store: Store): Task | undefined {
  // Stable sort: of tasks due at the same time, the one planned first runs first.
  return store.all('task').sort((left, right) => left.dueAt - right.dueAt)[0];
}

/** Runs everything that is due, in time order; each task is a transaction of its own and sees its own time. */
export function runDueTasks(options: {
  store: Store;
  handlers: TaskHandlers;
  publicPath: string;
  until: number;
}): void {
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

/** Moves the sandbox's clock forward, running what falls due on the way. Returns the new simulated time. */
export function advanceClock(options: {
  store: Store;
  handlers: TaskHandlers;
  publicPath: string;
  seconds: number;
}): number {
  const { store, seconds } = options;
  const until = simulatedNow(store) + seconds;
  runDueTasks({ ...options, until });
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
