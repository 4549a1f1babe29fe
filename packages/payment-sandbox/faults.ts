import { invalidRequest } from './errors.ts';
import { newId } from './ids.ts';

/**
 * Faults of calls that a test can request. They live in memory: a restart ends them all.
 * - delay: the response waits `delayMs`, or without it until the fault is removed
 * - fail: the response is `status` with `code`; `before` executing nothing is stored, `after` it is stored under the
 *   idempotency key, as Stripe stores its own failures
 * - cut: the connection closes without a response
 */
export type CallFault = {
  id: string;
  kind: 'delay' | 'fail' | 'cut';
  when: 'before' | 'after';
  /** Method of the affected calls; absent for any. */
  method?: string;
  /** Beginning of the path of the affected calls; absent for any. */
  path?: string;
  /** Number of calls that are still affected. */
  times: number;
  delayMs?: number;
  status: number;
  code?: string;
};

/**
 * Treatment of webhooks: `normal` sends each once, `duplicate` twice, `hold` when the mode changes, `shuffle` then too,
 * but in reverse order (the worst order, and reproducible), `late` after `lateByMs`, `drop` never.
 */
const webhookModes = ['normal', 'duplicate', 'hold', 'shuffle', 'late', 'drop'] as const;
export type WebhookMode = (typeof webhookModes)[number];

export type WebhookFault = {
  mode: WebhookMode;
  /** Affected event types; empty means all. */
  types: readonly string[];
  /** Waiting times between attempts; null means the default ones. */
  retryDelaysMs: readonly number[] | null;
  lateByMs: number;
};

export type Faults = {
  calls(): readonly CallFault[];
  addCall(description: Record<string, unknown>): CallFault;
  clearCalls(): void;
  /** Limits the calls per second, in real time; null means no limit. @throws ApiError 400 */
  limitRate(perSecond: unknown): { perSecond: number | null };
  /** Whether this call exceeds the limit of the last second; otherwise it is counted. */
  isOverRate(nowMs: number): boolean;
  /** Returns the fault for this call at this moment, and counts it down. */
  take(when: CallFault['when'], method: string, path: string): CallFault | undefined;
  /** Settles when a delay is over or its fault was removed. */
  wait(fault: CallFault): Promise<void>;
  readonly webhooks: WebhookFault;
  setWebhooks(fault: WebhookFault): void;
};

export const noWebhookFault: WebhookFault = { mode: 'normal', types: [], retryDelaysMs: null, lateByMs: 5000 };

export function createFaults(): Faults {
  let active: CallFault[] = [];
  let webhooks = noWebhookFault;
  const release = new Set<() => void>();
  let limit: number | null = null;
  let recent: number[] = [];
  return {
    calls: () => active,
    addCall(description) {
      const fault = readCallFault(description);
      active = [...active, fault];
      return fault;
    },
    limitRate(perSecond = null) {
      if (perSecond !== null && !(isCount(perSecond) && perSecond > 0)) {
        throw invalidRequest('perSecond must be a number above 0, or null');
      }
      limit = perSecond;
      return { perSecond };
    },
    isOverRate(nowMs) {
      if (limit === null) return false;
      recent = recent.filter((time) => time > nowMs - 1000);
      if (recent.length >= limit) return true;
      recent.push(nowMs);
      return false;
    },
    clearCalls() {
      limit = null;
      active = [];
      for (const resolve of release) resolve();
    },
    take(when, method, path) {
      const fault = active.find(
        (one) =>
          one.when === when &&
          (!one.method || one.method === method.toLowerCase()) &&
          (!one.path || path.startsWith(one.path)),
      );
      if (!fault) return undefined;
      active = active.flatMap((one) =>
        one !== fault ? [one] : one.times > 1 ? [{ ...one, times: one.times - 1 }] : [],
      );
      return fault;
    },
    wait(fault) {
      return new Promise((resolve) => {
        const timer = fault.delayMs === undefined ? undefined : setTimeout(done, fault.delayMs);
        function done(): void {
          clearTimeout(timer);
          release.delete(done);
          resolve();
        }
        release.add(done);
      });
    },
    get webhooks() {
      return webhooks;
    },
    setWebhooks(fault) {
      webhooks = fault;
    },
  };
}

function readCallFault(description: Record<string, unknown>): CallFault {
  const { kind, when = 'before', method, path, times = 1, delayMs, status = 500, code } = description;
  if (kind !== 'delay' && kind !== 'fail' && kind !== 'cut') throw invalidRequest('kind must be delay, fail or cut');
  if (when !== 'before' && when !== 'after') throw invalidRequest('when must be before or after');
  if (!isCount(times) || times < 1) throw invalidRequest('times must be a positive number');
  if (delayMs !== undefined && !isCount(delayMs)) throw invalidRequest('delayMs must be a number of milliseconds');
  if (!isCount(status) || status < 400 || status > 599) throw invalidRequest('status must be 400 to 599');
  return {
    id: newId('fault'),
    kind,
    when,
    times,
    status,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(typeof method === 'string' ? { method: method.toLowerCase() } : {}),
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  };
}

/** @throws ApiError 400 for values outside the lists above */
export function readWebhookFault(description: Record<string, unknown>): WebhookFault {
  const { mode = 'normal', types = [], retryDelaysMs = null, lateByMs = noWebhookFault.lateByMs } = description;
  if (!isWebhookMode(mode)) throw invalidRequest('mode must be normal, duplicate, hold, shuffle, late or drop');
  if (!isCount(lateByMs)) throw invalidRequest('lateByMs must be a number of milliseconds');
  if (!Array.isArray(types) || !types.every((type) => typeof type === 'string')) {
    throw invalidRequest('types must be a list of event types');
  }
  if (retryDelaysMs !== null && !(Array.isArray(retryDelaysMs) && retryDelaysMs.every(isCount))) {
    throw invalidRequest('retryDelaysMs must be a list of milliseconds');
  }
  return { mode, types, retryDelaysMs, lateByMs };
}

function isWebhookMode(mode: unknown): mode is WebhookMode {
  return webhookModes.some((one) => one === mode);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
