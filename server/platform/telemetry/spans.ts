/**
 * A piece of work in a trace. Neither its name nor its attributes may contain data that a person has typed or received.
 */
export type Work = {
  name: string;
  kind: 'call' | 'job';
  attributes: Readonly<Record<string, string | number>>;
  /** The `traceparent` (W3C Trace Context) of its cause; absent when the work that runs now is the cause. */
  cause?: string | null;
};

/** The recorder of traces (traces.ts). */
export type Tracing = {
  inSpan<Result>(work: Work, run: () => Promise<Result>): Promise<Result>;
  /** Returns the `traceparent` of the work that runs now; undefined outside of spans. */
  traceParent(): string | undefined;
};

let tracing: Tracing | null = null;

/** Sets the recorder of traces; null ends the recording. */
export function setTracing(given: Tracing | null): void {
  tracing = given;
}

/** Runs work in a span of its trace. Without a recorder, it costs one check. */
export function inSpan<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return tracing ? tracing.inSpan(work, run) : run();
}

/** Returns the `traceparent` for the headers of calls and for jobs, so that their effects belong to the same trace. */
export function traceParent(): string | undefined {
  return tracing?.traceParent();
}
