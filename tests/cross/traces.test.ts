import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnv } from '#server/app/env.ts';
import { laneOf, portalTasks } from '#server/app/tasks.ts';
import { createBucketBlobs } from '#server/platform/files/bucket.ts';
import { startJobs } from '#server/platform/jobs/jobs.ts';
import { createStripeGateway } from '#server/platform/stripe/gateway.ts';
import { inSpan } from '#server/platform/telemetry/spans.ts';
import { startTraces } from '#server/platform/telemetry/traces.ts';
import { startTestBucket } from '#tests/support/bucket.ts';
import { type SeenSpan, startCollector } from '#tests/support/collector.ts';
import { enqueueAny } from '#tests/support/jobs.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { freePort } from '#tests/support/process.ts';

const version = { version: '1.2.3', commit: null };
const settings = { headers: { authorization: 'Bearer of the collector' }, serviceName: 'portal-under-test', ratio: 1 };

describe('without a collector', () => {
  it('OPS-16 loads no part of OpenTelemetry without a collector', { tags: 'long' }, () => {
    const program = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ resolve: (name, context, next) => {
        const found = next(name, context);
        if (found.url.includes('opentelemetry')) seen.push(found.url);
        return found;
      } });
      for (const part of ['app/app', 'app/tasks', 'platform/jobs/jobs', 'platform/stripe/gateway', 'platform/files/bucket']) {
        await import('${path.resolve(import.meta.dirname, '../../server')}/' + part + '.ts');
      }
      process.stdout.write(JSON.stringify(seen));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual([]);
  });

  it('OPS-16 a collector that is away costs its traces and nothing else', { tags: 'long' }, async () => {
    const traces = startTraces({ ...settings, endpoint: `http://127.0.0.1:${await freePort()}` }, version);
    const work = { name: 'job lost', kind: 'job', attributes: {} } as const;
    expect(await inSpan(work, async () => 'done')).toBe('done');
    await expect(inSpan(work, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await traces.stop();
  });

  it('OPS-16 a request whose traceparent asks to be recorded is drawn like any other', { tags: 'long' }, async () => {
    const collector = await startCollector();
    const traces = startTraces({ ...settings, endpoint: collector.endpoint, ratio: 0 }, version);
    const portal = await createPayingPortal({ replaced: { traces } });
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await portal.visitor().get('/api/config', { traceparent });
    await traces.stop();
    expect(collector.spans()).toEqual([]);
    await portal.close();
    await collector.close();
  });

  it('OPS-16 LIVE-04 the variables are those that OpenTelemetry names, and a wrong one stops the start with an example', () => {
    expect(readEnv({}).traces).toBeNull();
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
      'must be an http or https address',
    );
    expect(() => readEnv({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('a share from 0 to 1, such as 0.1');
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: 'token' })).toThrow('authorization=Bearer%20token');
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(readEnv({ ...given, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,tenant=a' }).traces).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { authorization: 'Bearer x', tenant: 'a' },
      serviceName: 'portal',
      ratio: 0.25,
    });
  });
});

describe('with a collector', () => {
  const secret = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;
  const planted = {
    email: `${secret('person')}@example.org`,
    password: secret('password'),
    firstName: secret('Mira'),
    organization: secret('Trust'),
    search: secret('search'),
    token: secret('token'),
    agent: secret('agent'),
  };
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const cause = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'user-agent': planted.agent };

  let collector: Awaited<ReturnType<typeof startCollector>>;
  let portal: PayingPortal;
  let spans: SeenSpan[];
  beforeAll(async () => {
    collector = await startCollector();
    const traces = startTraces({ ...settings, endpoint: collector.endpoint }, version);
    portal = await createPayingPortal({ replaced: { traces } });
    const { email, password, firstName, organization, search, token } = planted;
    const visitor = portal.visitor();
    await visitor.post('/api/register', { email, password, firstName, lastName: 'T', organization });
    await visitor.get(`/api/resources?search=${search}`, cause);
    await portal.visitor().get(`/api/verify-email?token=${token}`);
    await portal.visitor().get(`/no/such/${search}`);
    await portal.openPayment(visitor, await portal.addResource());
    await portal.visitor().post('/api/forgot-password', { email }, cause);
    await runJobs();
    await traces.stop();
    spans = collector.spans();
  });
  afterAll(async () => {
    await portal.close();
    await collector.close();
  });

  /** Runs jobs as a node does, beside one job that fails. */
  async function runJobs(): Promise<void> {
    const mailSender = { send: async () => {}, close: () => {} };
    const fails = () => Promise.reject(new Error(`Not for ${planted.email}`));
    const tasks = { ...portalTasks({ ...portal.dependencies, mailSender }), fails };
    await enqueueAny(portal.database.db, 'fails', { email: planted.email }, { maxAttempts: 1 });
    const sizes = { now: 1, normal: 1, webhooks: 1, bulk: 1 };
    const jobs = await startJobs(portal.database, { tasks, laneOf, sizes, crontab: '', log: () => {} });
    const open = `select from graphile_worker.jobs where attempts < max_attempts and run_at <= now()`;
    await vi.waitFor(async () => expect((await portal.database.pool.query(open)).rowCount).toBe(0), {
      timeout: 60_000,
    });
    await jobs.stop();
  }

  const named = (name: string) => spans.filter((span) => span.name === name);
  const childrenOf = ({ spanId }: SeenSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  it('OPS-16 GEN-15 no personal data and no secret leaves in a trace', () => {
    const sent = collector.exports.map(({ body }) => body).join('');
    expect(Object.entries(planted).filter(([, value]) => sent.includes(value))).toEqual([]);
    expect(sent).not.toMatch(/\?token=|example\.org|cus_|pi_/);
  });

  it('OPS-16 a request is a span by its pattern, in the trace that it came with, and its statements are spans by their names', () => {
    const [list] = named('GET /api/resources').filter(({ traceId }) => traceId === trace);
    expect(list).toMatchObject({
      kind: 2,
      parentSpanId: '00f067aa0ba902b7',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/resources',
        'http.response.status_code': 200,
      },
    });
    const statements = list ? childrenOf(list) : [];
    expect(statements.length).toBeGreaterThan(0);
    for (const { kind, name, attributes } of statements) {
      expect([kind, attributes['db.system.name'], attributes['db.query.summary']]).toEqual([3, 'postgresql', name]);
      expect(name).toMatch(/^([a-z_-]+\.[a-z_]+|[a-z]+( [a-z_]+)?)$/);
    }
    expect(named('GET unknown')[0]?.attributes['http.response.status_code']).toBe(404);
    expect(named('GET /api/verify-email').length).toBe(1);
  });

  it('OPS-16 statements of a transaction and calls of Stripe belong to the request that made them', () => {
    const [register] = named('POST /api/register');
    expect(register && childrenOf(register).some(({ name }) => name === 'insert users')).toBe(true);
    const payments = spans.filter(
      ({ name, kind }) => kind === 2 && name.startsWith('POST /api/') && name !== register?.name,
    );
    const calls = payments.flatMap(childrenOf).filter(({ name }) => name === 'stripe');
    expect(calls[0]?.attributes).toEqual({ 'peer.service': 'stripe' });
  });

  it('OPS-16 a job, its mails and its statements belong to the trace of the request that caused it', () => {
    const jobs = spans.filter(({ kind, traceId }) => kind === 5 && traceId === trace);
    expect(jobs.map(({ name }) => name).toSorted()).toEqual(['job send-mail', 'job send-reset-link']);
    const [link] = jobs.filter(({ name }) => name === 'job send-reset-link');
    expect(link && childrenOf(link).length).toBeGreaterThan(0);
    expect(link?.attributes).toMatchObject({ 'job.task': 'send-reset-link' });
    const [failed] = named('job fails');
    expect([failed?.status, failed?.attributes['error.type']]).toEqual([{ code: 2 }, 'Error']);
  });

  it('OPS-16 the collector hears which program sends, by the headers that it asks for', () => {
    expect(collector.exports[0]).toMatchObject({
      url: '/v1/traces',
      headers: { authorization: 'Bearer of the collector' },
    });
    expect(collector.resources()[0]).toMatchObject({
      'service.name': 'portal-under-test',
      'service.version': '1.2.3',
    });
  });
});

describe('calls of other services', () => {
  it('OPS-16 name the trace that they belong to, and only while traces are recorded', async () => {
    const collector = await startCollector();
    const bucket = await startTestBucket();
    const blobs = createBucketBlobs({ ...bucket.settings, folder: '/nonexistent', log: () => {} });
    const asked: (string | undefined)[] = [];
    const server = createServer((call, answer) => {
      asked.push(call.headers.traceparent as string | undefined);
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"cus_1","object":"customer"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Safe because a server that listens on TCP has an address with a port.
    const { port } = server.address() as AddressInfo;
    const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
    const gateway = createStripeGateway({ ...keys, apiBase: `http://127.0.0.1:${port}`, log: () => {} });
    const call = async () => {
      await gateway.call({ callerWaitsSinceMs: null }, (api) => api.customers.retrieve('cus_1'));
      await blobs.remove('00000000-0000-4000-8000-000000000000');
      return [asked.at(-1), bucket.calls.at(-1)?.headers.traceparent];
    };
    expect(await call()).toEqual([undefined, undefined]);
    const traces = startTraces({ ...settings, endpoint: collector.endpoint }, version);
    const cause = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const given = await inSpan({ name: 'job x', kind: 'job', attributes: {}, cause }, call);
    await traces.stop();
    const idOf = (name: string) => collector.spans().find((span) => span.name === name)?.spanId;
    expect(given).toEqual(['stripe', 's3'].map((name) => `00-4bf92f3577b34da6a3ce929d0e0e4736-${idOf(name)}-01`));
    expect(await call()).toEqual([undefined, undefined]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await bucket.close();
    await collector.close();
  });
});
