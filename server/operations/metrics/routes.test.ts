import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorkerApp } from '#server/app/worker-app.ts';
import { startJobs } from '#server/platform/jobs/jobs.ts';
import { timeOutside } from '#server/platform/telemetry/signals.ts';
import { insertResource } from '#tests/support/factories.ts';
import { enqueueAny } from '#tests/support/jobs.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

const token = 'a token for the scraper';
const authorization = `Bearer ${token}`;
const version = { version: '1.2.3', commit: null };

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ METRICS_TOKEN: token });
});
afterAll(() => portal.close());

afterEach(() => void vi.restoreAllMocks());

/** Moves the clock, so that cached counts expire. */
let passedMs = 0;
function letPass(ms: number): void {
  passedMs += ms;
  vi.restoreAllMocks();
  const real = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => real() + passedMs);
}

const rows = (text: string) => portal.database.pool.query(text);
const figures = async () => (await portal.visitor().get('/metrics', { authorization })).raw.toString();
const figureOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length + 1);

describe('who is refused', () => {
  it('answers 404 for the metrics when no token is set', async () => {
    const other = await createTestPortal();
    expect((await other.visitor().get('/metrics', { authorization })).status).toBe(404);
    expect((await other.visitor().get('/metrics')).status).toBe(404);
    await other.close();
  });

  it('refuses callers without the token, administrators included', async () => {
    const given = [undefined, '', 'Bearer', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token];
    for (const client of [portal.visitor(), await portal.administrator()]) {
      for (const value of given) {
        const answer = await client.get('/metrics', value === undefined ? {} : { authorization: value });
        expect([value, answer.status, answer.body]).toEqual([
          value,
          401,
          { code: 'metrics.token-required', message: 'This endpoint requires the metrics token.' },
        ]);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    }
  });
});

describe('the figures', () => {
  it('LIVE-06 the figures are in the form of Prometheus and not kept anywhere', async () => {
    const answer = await portal.visitor().get('/metrics', { authorization });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    const text = answer.raw.toString();
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
      expect(text).toContain(`# TYPE ${name} `);
    }
    expect(figureOf(text, 'portal_database_up')).toBe('1');
    expect(figureOf(text, 'build_info{version="1.2.3",commit="abc123def456"}')).toBe('1');
    expect(figureOf(text, 'portal_database_connections_max')).toBe('3');
    expect(figureOf(text, 'portal_database_connections_awaited')).toBe('0');
    expect(Number(figureOf(text, 'portal_database_connections{state="used"}'))).toBeGreaterThanOrEqual(0);
  });

  it('count and time requests by method, pattern and class, never by address', async () => {
    await portal.visitor().get('/media/00000000-0000-4000-8000-000000000000');
    await portal.visitor().get('/media/00000000-0000-4000-8000-000000000001');
    await portal.visitor().get('/an/address/of/nothing');
    const text = await figures();
    const count = (labels: string) => figureOf(text, `http_request_duration_seconds_count{${labels}}`);
    expect(count('method="GET",route="/media/:id",status="4xx"')).toBe('2');
    expect(count('method="GET",route="unknown",status="4xx"')).toBe('1');
    expect(text).toContain(
      'http_request_duration_seconds_bucket{le="0.25",method="GET",route="/media/:id",status="4xx"}',
    );
    expect(text).not.toContain('00000000-0000');
    expect(text).not.toContain('/an/address');
  });

  it('tell requests under way, also of those that went away', async () => {
    // The scrape itself is one request in flight.
    expect(figureOf(await figures(), 'http_requests_in_flight')).toBe('1');
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    // Safe cast, because a server that listens on TCP always has such an address.
    const { port } = portal.app.server.address() as AddressInfo;
    const seen = new Promise<void>((resolve) =>
      portal.app.server.once('request', (_, answer) => answer.once('close', resolve)),
    );
    const call = request({ port, method: 'POST', path: '/api/login', headers: { 'content-length': '100' } });
    call.on('error', () => {});
    call.flushHeaders();
    await new Promise((resolve) => portal.app.server.once('request', resolve));
    call.destroy();
    await seen;
    expect(figureOf(await figures(), 'http_requests_in_flight')).toBe('1');
  });

  it('count sign-ins that a limit refused', async () => {
    expect(figureOf(await figures(), 'portal_limit_refusals_total{route="/api/login"}')).toBe('0');
    const real = await createTestPortal({ ...production, METRICS_TOKEN: token });
    const attempt = () =>
      real.visitor().post('/api/login', { email: 'no-account@example.org', password: 'wrong-password' });
    let status = 0;
    for (let tries = 0; tries < 40 && status !== 429; tries += 1) status = (await attempt()).status;
    const text = (await real.visitor().get('/metrics', { authorization })).raw.toString();
    expect([status, figureOf(text, 'portal_limit_refusals_total{route="/api/login"}')]).toEqual([429, '1']);
    await real.close();
  });

  it('HOOK-07 tell what waits and what was given up', async () => {
    await rows('delete from mails');
    await rows('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
    await rows(`insert into mails (dedupe_key, recipient, subject, text_body, html_body, sent_at, parked_at) values
      ('m1', 'a@b.example', 's', 't', 'h', null, null), ('m2', 'a@b.example', 's', 't', 'h', null, now()),
      ('m3', 'a@b.example', 's', 't', 'h', null, now()), ('m4', 'a@b.example', 's', 't', 'h', now(), null)`);
    await rows(`insert into stripe_events (id, type, object_id, processed_at, parked_at) values
      ('evt_1', 't', 'o', null, null), ('evt_2', 't', 'o', null, now()), ('evt_3', 't', 'o', now(), null)`);
    await rows(`with event as (insert into events (type, data) values ('t', '{}') returning id), webhook as (
        insert into webhooks (url, types, sealed_secret, off_reason, failing_since) values
        ('https://a.example', '{t}', 's', null, now()), ('https://b.example', '{t}', 's', 'failing', now()),
        ('https://c.example', '{t}', 's', null, null) returning id, url)
      insert into webhook_deliveries (webhook_id, event_id, status)
      select w.id, e.id, case when url like '%b%' then 'failed' else 'waiting' end from webhook w, event e`);
    await rows(`select graphile_worker.add_job('a', run_at := now() - interval '90 seconds')`);
    await rows(`select graphile_worker.add_job('a', run_at := now() + interval '1 day') from generate_series(1, 2)`);
    await rows(`select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('a')).id], 'over')`);
    letPass(15_000);
    const text = await figures();
    const found = (name: string) => Number(figureOf(text, name));
    expect(
      ['waiting', 'scheduled', 'retrying', 'running', 'failed'].map((state) =>
        found(`portal_jobs{lane="normal",state="${state}"}`),
      ),
    ).toEqual([1, 2, 0, 0, 1]);
    expect(found('portal_jobs_oldest_seconds{lane="normal"}')).toBeGreaterThanOrEqual(90);
    expect(found('portal_jobs_oldest_seconds{lane="now"}')).toBe(0);
    expect([found('portal_mails{state="waiting"}'), found('portal_mails{state="parked"}')]).toEqual([1, 2]);
    const events = ['waiting', 'parked'].map((state) => found(`portal_webhook_events{state="${state}"}`));
    expect([...events, found('portal_payment_attempts_open')]).toEqual([1, 1, 0]);
    expect(found('portal_webhook_deliveries{state="waiting"}')).toBe(2);
    expect(found('portal_webhook_receivers{state="failing"}')).toBe(1);
    expect(found('portal_webhook_oldest_seconds')).toBeLessThan(60);
    await rows(`update stripe_events set received_at = now() - interval '10 minutes' where id in ('evt_1', 'evt_2')`);
    await rows(`update stripe_events set received_at = now() - interval '1 hour' where parked_at is not null`);
    letPass(15_000);
    expect(Number(figureOf(await figures(), 'portal_webhook_oldest_seconds'))).toBeGreaterThanOrEqual(600);
    expect(Number(figureOf(await figures(), 'portal_webhook_oldest_seconds'))).toBeLessThan(3600);
  });

  it('OPS-10 figures of the whole installation are counted every 15 seconds at most, business counts every five minutes', async () => {
    const statements = async (name: string) =>
      Number(figureOf(await figures(), `portal_statements_total{statement="${name}",outcome="answered"}`));
    letPass(300_000);
    const [jobs, business] = [await statements('metrics.count_jobs'), await statements('metrics.count_business')];
    for (let times = 0; times < 3; times += 1) await figures();
    letPass(14_000);
    // The scrape reads the count of statements before the statement that it causes is counted.
    expect((await statements('metrics.count_jobs')) - jobs).toBeLessThanOrEqual(1);
    letPass(2_000);
    await figures();
    expect((await statements('metrics.count_jobs')) - jobs).toBeGreaterThanOrEqual(1);
    expect((await statements('metrics.count_business')) - business).toBeLessThanOrEqual(1);
  });

  it('OPS-10 count what the portal is about', async () => {
    letPass(300_000);
    const count = async (what: string) => Number(figureOf(await figures(), `portal_business{what="${what}"}`));
    const before = [await count('members'), await count('resources')];
    await portal.member();
    await insertResource(portal.database, {});
    await insertResource(portal.database, { is_published: false });
    letPass(300_000);
    expect([await count('members'), await count('resources')]).toEqual(before.map((one) => one + 1));
    for (const what of ['organisations', 'purchases', 'subscriptions']) expect(await count(what)).toBe(0);
  });

  it('OPS-10 count and time statements by name and outcome, never with their values', async () => {
    const counted = async (statement: string, outcome = 'answered') =>
      Number(figureOf(await figures(), `portal_statements_total{statement="${statement}",outcome="${outcome}"}`) ?? 0);
    const found = await counted('library.count');
    await portal.database.db.prepared('library.count', 'select $1::text', ['planted-value']);
    await portal.database.transaction((db) =>
      db.kysely.deleteFrom('files').where('name', '=', 'planted-value').execute(),
    );
    await expect(portal.database.db.prepared('library.broken', 'select planted_value', [])).rejects.toThrow();
    expect((await counted('library.count')) - found).toBe(1);
    expect(await counted('delete files')).toBe(1);
    expect(await counted('library.broken', 'failed')).toBe(1);
    const text = await figures();
    expect(text).not.toContain('planted');
    expect(
      Number(figureOf(text, 'portal_statement_seconds_total{statement="library.count",outcome="answered"}')),
    ).toBeGreaterThan(0);
  });

  it('OPS-10 count and time jobs by task, lane and outcome', async () => {
    let fails = true;
    const tasks = {
      'count-me': async () => {
        fails = !fails;
        if (fails) throw new Error('Not this time');
      },
    };
    const ended = Promise.withResolvers<void>();
    const sizes = { now: 1, normal: 1, webhooks: 1, bulk: 1 };
    const log = () => {};
    let tries = 0;
    const onEnded = () => {
      tries += 1;
      if (tries === 2) ended.resolve();
    };
    for (let job = 0; job < 2; job += 1) await enqueueAny(portal.database.db, 'count-me', {}, { maxAttempts: 1 });
    const jobs = await startJobs(portal.database, { tasks, laneOf: () => 'bulk', sizes, crontab: '', log, onEnded });
    await ended.promise;
    await jobs.stop();
    const text = await figures();
    for (const outcome of ['done', 'failed']) {
      const labels = `task="count-me",lane="bulk",outcome="${outcome}"`;
      expect(figureOf(text, `portal_job_seconds_count{${labels}}`)).toBe('1');
    }
  });

  it('OPS-10 count outside calls with their failures, readings of kept lists, and whether the database is heard', async () => {
    const member = await portal.member();
    const before = await figures();
    const grown = (after: string, name: string) =>
      Number(figureOf(after, name) ?? 0) - Number(figureOf(before, name) ?? 0);
    await expect(timeOutside('s3', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    const isAnswer = () => true;
    await expect(timeOutside('stripe', () => Promise.reject(new Error('declined')), isAnswer)).rejects.toThrow();
    await timeOutside('smtp', async () => {});
    for (let times = 0; times < 3; times += 1) await member.get('/api/resources?search=figures');
    const after = await figures();
    const calls = (service: string, outcome: string) =>
      grown(after, `portal_outside_call_seconds_count{service="${service}",outcome="${outcome}"}`);
    expect(calls('s3', 'failed')).toBeGreaterThanOrEqual(1);
    expect(calls('stripe', 'answered')).toBeGreaterThanOrEqual(1);
    expect(calls('smtp', 'answered')).toBeGreaterThanOrEqual(1);
    expect(figureOf(before, 'portal_outside_call_seconds_count{service="identity",outcome="failed"}')).toBe('0');
    expect(grown(after, 'portal_cache_reads_total{outcome="hit"}')).toBeGreaterThanOrEqual(1);
    expect(grown(after, 'portal_cache_reads_total{outcome="miss"}')).toBeGreaterThanOrEqual(1);
    // Portals of other tests in this process have stopped listening, which publishes a signal too.
    const fresh = await createTestPortal({ METRICS_TOKEN: token });
    const heard = async () =>
      figureOf(
        (await fresh.visitor().get('/metrics', { authorization })).raw.toString(),
        'portal_listening{channel="catalogue_version"}',
      );
    expect(await heard()).toBe('1');
    await fresh.close();
  });

  it('the figures of the process are shown while the database is away, without those that it holds', async () => {
    const away = {
      ...portal.database,
      db: { ...portal.database.db, prepared: () => Promise.reject(new Error('away')) },
    };
    const logger = pino({ level: 'silent' });
    const app = await createWorkerApp({
      database: away,
      logger,
      version,
      token,
      publicUrl: 'http://portal.test',
      dataDir: '.',
    });
    const answer = await app.inject({ url: '/metrics', headers: { authorization } });
    expect([answer.statusCode, figureOf(answer.body, 'portal_database_up')]).toEqual([200, '0']);
    expect(answer.body).toContain('process_cpu_seconds_total');
    expect(answer.body).not.toMatch(/^portal_(jobs|mails)/m);
    await app.close();
  });
});

describe('a node that only runs jobs', () => {
  const logger = pino({ level: 'silent' });
  const publicUrl = 'http://portal.test';

  it('BOOT-03 says that it is alive and ready, without a token too, and no longer ready when it stops', async () => {
    let stopping = false;
    const { database } = portal;
    const isLeaving = () => stopping;
    const app = await createWorkerApp({ database, logger, version, isLeaving, token: null, publicUrl, dataDir: '.' });
    expect((await app.inject('/healthz')).json()).toMatchObject({ status: 'alive' });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    stopping = true;
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    await app.close();
  });

  it('shows its figures with the token, and serves nothing else', async () => {
    const { database } = portal;
    const app = await createWorkerApp({ database, logger, version, token, publicUrl, dataDir: '.' });
    expect((await app.inject('/metrics')).statusCode).toBe(401);
    expect((await app.inject({ url: '/metrics', headers: { authorization } })).body).toContain('portal_jobs{');
    expect((await app.inject('/api/config')).statusCode).toBe(404);
    await app.close();
  });
});
