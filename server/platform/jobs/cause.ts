import { AsyncLocalStorage } from 'node:async_hooks';
import { traceParent } from '../telemetry/spans.ts';

const causes = new AsyncLocalStorage<string>();

/** Runs `work` as caused by this request: the jobs that it enqueues, and those that these enqueue, have its id. */
export function causedBy<Result>(requestId: string, work: () => Result): Result {
  return causes.run(requestId, work);
}

/** Keys of a payload with its cause, for which the queue has no other place. */
export const causeKeys = ['requestId', 'traceparent'] as const;

/** Returns the payload with the id of the request that caused the job, and its trace if one is recorded. */
export function withCause(payload: object): object {
  const cause = { requestId: causes.getStore(), traceparent: traceParent() };
  // JSON has no undefined values.
  return cause.requestId === undefined && cause.traceparent === undefined ? payload : { ...payload, ...cause };
}

/** Returns the request that caused a job, and its trace; null when none did. */
export function causeOf(payload: unknown): { reqId: string | null; traceParent: string | null } {
  const known: Record<string, unknown> = { ...(typeof payload === 'object' ? payload : null) };
  const [reqId, traceParentOfCause] = causeKeys.map((key) => {
    const value = known[key];
    return typeof value === 'string' ? value : null;
  });
  return { reqId: reqId ?? null, traceParent: traceParentOfCause ?? null };
}
