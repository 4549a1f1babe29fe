import { AsyncLocalStorage } from 'node:async_hooks';

const causes = new AsyncLocalStorage<string>();

/** Runs `work` as caused by this request: the jobs that it enqueues, and those that they enqueue, carry its id. */
export function causedBy<Result>(requestId: string, work: () => Result): Result {
  return causes.run(requestId, work);
}

/** The id of the request that caused what runs now; undefined in what the schedule or a start began. */
export function currentCause(): string | undefined {
  return causes.getStore();
}
