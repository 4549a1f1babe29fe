/** Result of one round, or the median of several: latencies and processor time in milliseconds, per request. */
export type Result = {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server's process. */
  serverMs: number;
  /** Processor time of PostgreSQL's processes. */
  databaseMs: number;
  /** Memory of the server at the end. */
  memoryMiB: number;
};

/**
 * Goal of a case: `reach` computes the value of one round, given the round of its limit immediately before. A machine
 * that is slower for a while slows both, so the median of the rounds' values is judged.
 */
export type Goal = {
  text: string;
  reach: (own: Result, limit: Result | undefined) => number;
  isMet: (reached: number) => boolean;
  show: (reached: number) => string;
};

/** Returns the processor time of server and database together. */
export function processorMsOf({ serverMs, databaseMs }: Result): number {
  return serverMs + databaseMs;
}

/** Returns the median, over the rounds of a case and its limit, of a figure of both. */
export function medianOfRounds(own: Result[], limit: Result[], of: Goal['reach']): number {
  return median(own.map((result, round) => of(result, limit[round])));
}

/** The goals of docs/performance.md. */
export const goals = {
  /** Requests per second of a case, as a share of those of its limit. */
  shareOfLimit: (share: number): Goal => ({
    text: `≥ ${share} of limit`,
    reach: (own, limit) => own.requestsPerSecond / (limit?.requestsPerSecond ?? Number.NaN),
    isMet: (reached) => reached >= share,
    show: (reached) => reached.toFixed(2),
  }),
  perSecond: (requests: number): Goal => ({
    text: `≥ ${requests.toLocaleString('en-GB')}/s`,
    reach: (own) => own.requestsPerSecond,
    isMet: (reached) => reached >= requests,
    show: (reached) => `${Math.round(reached).toLocaleString('en-GB')}/s`,
  }),
  /** Processor time of server and database together. */
  processorMs: (most: number): Goal => ({
    text: `≤ ${most} ms processor`,
    reach: processorMsOf,
    isMet: (reached) => reached <= most,
    show: (reached) => `${reached.toFixed(2)} ms`,
  }),
  /** Processor time of a case, as a multiple of its limit's. */
  timesLimit: (most: number): Goal => ({
    text: `≤ ${most} × limit`,
    reach: (own, limit) => processorMsOf(own) / (limit ? processorMsOf(limit) : Number.NaN),
    isMet: (reached) => reached <= most,
    show: (reached) => `${reached.toFixed(2)} ×`,
  }),
};

/** The goal of every query to the catalogue, at 100,000 resources. */
export const growthGoal = {
  text: '≤ 10 / 50',
  isMet: (cost: { median: number; p99: number }) => cost.median <= 10 && cost.p99 <= 50,
};

/** Returns the median of each figure separately. */
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

/** Returns the median; of an even number of values the higher of the two. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
