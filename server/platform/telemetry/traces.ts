import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTracing, type Tracing, type Work } from './spans.ts';
import { type Version, versionText } from './version.ts';

export type TraceSettings = {
  /** URL of the collector, which accepts OTLP over HTTP, such as `http://127.0.0.1:4318`. */
  endpoint: string;
  /** Sent with every export. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Recorded share of requests, and of jobs that begin a trace, 0 to 1. */
  ratio: number;
};

/** Traces of this process, which are sent to a collector. */
export type Traces = {
  /** Records the app's requests. The caller must call it before it adds hooks whose calls belong to their traces. */
  watch(app: FastifyInstance): void;
  /** Sends the remaining traces, and records no more. */
  stop(): Promise<void>;
};

const kinds = { call: SpanKind.CLIENT, job: SpanKind.CONSUMER };
const propagator = new W3CTraceContextPropagator();

/** Records traces and sends them every few seconds. While a collector does not respond, only traces are lost. */
export function startTraces({ endpoint, headers, serviceName, ratio }: TraceSettings, version: Version): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } });
  const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: 5_000 });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': versionText(version),
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(ratio),
      remoteParentSampled: sampleRequests(ratio),
    }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('portal');
  const running = new AsyncLocalStorage<Span>();
  const requests = new WeakMap<FastifyRequest, Span>();

  const contextOf = (carrier: Record<string, unknown>): Context => {
    const given = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
    const parent = running.getStore();
    return trace.getSpanContext(given) || !parent ? given : trace.setSpan(ROOT_CONTEXT, parent);
  };

  const inSpan = async <Result>(work: Work, run: () => Promise<Result>): Promise<Result> => {
    // Calls that the portal makes automatically every second, such as a sign of life, are no trace.
    if (work.kind === 'call' && !running.getStore()) return run();
    const options = { kind: kinds[work.kind], attributes: { ...work.attributes } };
    const span = tracer.startSpan(work.name, options, contextOf({ traceparent: work.cause ?? undefined }));
    try {
      return await running.run(span, run);
    } catch (error) {
      // The message is left out, because it may quote data that a person has typed.
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  };

  const traceParent = () => {
    const span = running.getStore();
    const carrier: Record<string, string> = {};
    if (span) {
      propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
    }
    return carrier.traceparent;
  };

  const watch = (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      const { method, headers: carrier } = request;
      const route = request.routeOptions.url ?? 'unknown';
      // The pattern, never the URL, which may contain secrets and names.
      const attributes = { 'http.request.method': method, 'http.route': route };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, contextOf(carrier));
      requests.set(request, span);
      // `finish` follows the whole response, `close` an earlier end of the connection by the other side.
      for (const end of ['finish', 'close']) {
        reply.raw.once(end, () => {
          if (!span.isRecording()) return;
          const { statusCode } = reply.raw;
          span.setAttribute('http.response.status_code', statusCode);
          if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
      }
      running.run(span, done);
    });
    // Enters the request's span again, because the body's last byte arrives on the connection, which belongs to no
    // request.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = requests.get(request);
      if (span) running.run(span, done);
      else done();
    });
  };

  setTracing({ inSpan, traceParent } satisfies Tracing);
  return {
    watch,
    stop: async () => {
      setTracing(null);
      // A collector that does not respond must not delay the end.
      await provider.shutdown().catch(() => {});
    },
  };
}

/**
 * Decides at random whether a request with a flagged `traceparent` is recorded, because its sender chose both the flag
 * and the id of the trace. Jobs, whose parent the portal itself has written, follow their parent.
 */
function sampleRequests(ratio: number): Sampler {
  const isSampled = (kind: SpanKind) => kind !== SpanKind.SERVER || Math.random() < ratio;
  return {
    shouldSample: (_context, _traceId, _name, kind) => ({
      decision: isSampled(kind) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `sampleRequests{${ratio}}`,
  };
}

/** Returns the code of an error, such as 23505 or ECONNREFUSED, otherwise the name of its class. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? String(error.code) : '';
  return /^[\w.-]{1,60}$/.test(code) ? code : error.name;
}
