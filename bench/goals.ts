/** What one round, or the median of several, found: latencies and processor time in milliseconds, per request. */
export type Result = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server's process. */
  serverMs: number;
  /** Processor time of PostgreSQL's processes. */
  databaseMs: number;
  /** What the server held in memory at the end. */
  memoryMiB: number;
};

/** What a case is meant to reach; `limit` is the result of the case it is compared with. */
export type Goal = { text: string; judge: (own: Result, limit: Result | null) => { value: string; isMet: boolean } };

/** Processor time of server and database together. */
export function processorMsOf({ serverMs, databaseMs }: Result): number {
  return serverMs + databaseMs;
}

/** The goals of docs/performance.md. */
export const goals = {
  /** Requests a second, as a share of the limit's. */
  shareOfLimit: (share: number): Goal => ({
    text: `≥ ${share} of limit`,
    judge: (own, limit) => {
      const reached = own.requestsPerSecond / (limit?.requestsPerSecond ?? Number.NaN);
      return { value: reached.toFixed(2), isMet: reached >= share };
    },
  }),
  perSecond: (requests: number): Goal => ({
    text: `≥ ${requests.toLocaleString('en-GB')}/s`,
    judge: (own) => ({
      value: `${Math.round(own.requestsPerSecond).toLocaleString('en-GB')}/s`,
      isMet: own.requestsPerSecond >= requests,
    }),
  }),
  /** Processor time of server and database together. */
  processorMs: (most: number): Goal => ({
    text: `≤ ${most} ms processor`,
    judge: (own) => ({ value: `${processorMsOf(own).toFixed(2)} ms`, isMet: processorMsOf(own) <= most }),
  }),
  /** The same, as a multiple of the limit's. */
  timesLimit: (most: number): Goal => ({
    text: `≤ ${most} × limit`,
    judge: (own, limit) => {
      const times = processorMsOf(own) / (limit ? processorMsOf(limit) : Number.NaN);
      return { value: `${times.toFixed(2)} ×`, isMet: times <= most };
    },
  }),
};

/** The median of each figure by itself. */
export function medianOf(results: Result[]): Result {
  const of = (figure: keyof Result) => median(results.map((result) => result[figure]));
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    serverMs: of('serverMs'),
    databaseMs: of('databaseMs'),
    memoryMiB: of('memoryMiB'),
  };
}

/** The middle one; of an even number of values the higher of the two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
