/** A piece of work that a trace shows. Neither its name nor its attributes hold what a person has typed or been sent. */
export type Work = {
  name: string;
  kind: 'call' | 'job';
  attributes: Readonly<Record<string, string | number>>;
  /** The `traceparent` (W3C Trace Context) of what caused it; absent: what runs now. */
  cause?: string | null;
};

/** What records traces (traces.ts). */
export type Tracing = {
  inSpan<Result>(work: Work, run: () => Promise<Result>): Promise<Result>;
  /** The `traceparent` of what runs now; undefined outside of spans. */
  traceParent(): string | undefined;
};

let tracing: Tracing | null = null;

/** Records traces from now on; null: no longer. */
export function setTracing(given: Tracing | null): void {
  tracing = given;
}

/** Runs work in a span of the trace that it belongs to. Where no traces are recorded it costs this one question. */
export function inSpan<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return tracing ? tracing.inSpan(work, run) : run();
}

/** For the headers of calls and for jobs, so that what they cause belongs to the same trace. */
export function traceParent(): string | undefined {
  return tracing?.traceParent();
}
