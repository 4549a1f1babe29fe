import { afterEach, describe, expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();
afterEach(() => sandbox.control('DELETE', 'faults'));

const create = (idempotencyKey: string) => sandbox.stripe.customers.create({ name: 'Ann' }, { idempotencyKey });
const named = async () => (await sandbox.stripe.customers.list({ limit: 100 })).data.length;

describe('the clock', () => {
  test('PAY-03 the clock is advanced by days, by form or JSON, and new objects carry its time', async () => {
    const before = (await create('before')).created;
    const response = await fetch(`${sandbox.address}/sandbox/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ days: 3 }),
    });
    expect(response.status).toBe(200);
    await sandbox.post('/sandbox/advance', { days: '0.5' });
    const after = (await create('after')).created;
    expect(after - before).toBeGreaterThanOrEqual(3.5 * 86_400);
    expect(after - before).toBeLessThan(3.5 * 86_400 + 60);
  });

  test.each(['0', '-1', 'soon', '', '5000'])('PAY-03 the clock is not advanced by %j', async (days) => {
    const before = await sandbox.control('GET', 'clock');
    expect((await sandbox.post('/sandbox/advance', { days })).status).toBe(400);
    const after = await sandbox.control('GET', 'clock');
    expect(after.advanced_seconds).toBe(before.advanced_seconds);
  });

  test('a page of another site cannot advance it', async () => {
    const answer = await sandbox.post('/sandbox/advance', { days: '1' }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
  });
});

describe('faults', () => {
  test('faults are out of reach without the secret key', async () => {
    const { publishableKey } = sandbox.running;
    for (const authorization of ['', 'Bearer sk_wrong', `Bearer ${publishableKey}`]) {
      for (const path of ['faults', 'webhooks', 'deliveries/retry']) {
        const answer = await sandbox.post(`/sandbox/${path}`, { kind: 'cut' }, { authorization });
        expect([401, 403]).toContain(answer.status);
      }
    }
    expect(await sandbox.control('GET', 'faults')).toMatchObject({ calls: [] });
  });

  test('rejects faults, webhook modes and control paths that do not exist', async () => {
    const headers = { authorization: `Bearer ${sandbox.running.secretKey}` };
    const refused = async (fields: Record<string, string>) =>
      expect((await sandbox.post('/sandbox/faults', fields, headers)).status).toBe(400);
    await refused({ kind: 'explode' });
    await refused({ kind: 'cut', when: 'never' });
    await refused({ kind: 'fail', status: '200' });
    expect((await sandbox.post('/sandbox/webhooks', { mode: 'lose' }, headers)).status).toBe(400);
    expect((await sandbox.post('/sandbox/unheard_of', {}, headers)).status).toBe(404);
  });

  test('faults fail before executing: nothing is done, and a repeated call succeeds', async () => {
    const before = await named();
    await sandbox.control('POST', 'faults', { kind: 'fail', status: 500, method: 'POST', path: '/v1/customers' });
    await expect(create('fail-before')).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
    expect(await named()).toBe(before);
    await create('fail-before');
    expect(await named()).toBe(before + 1);
  });

  test('faults fail after executing: it is done, and the key repeats the failure', async () => {
    const before = await named();
    await sandbox.control('POST', 'faults', { kind: 'fail', when: 'after', path: '/v1/customers', method: 'POST' });
    await expect(create('fail-after')).rejects.toMatchObject({ statusCode: 500 });
    await expect(create('fail-after')).rejects.toMatchObject({ statusCode: 500 });
    expect(await named()).toBe(before + 1);
  });

  test('faults limit the rate', async () => {
    await sandbox.control('POST', 'faults', { kind: 'fail', status: 429, code: 'rate_limit', times: 2 });
    await expect(create('rate')).rejects.toMatchObject({ type: 'StripeRateLimitError', code: 'rate_limit' });
    await expect(create('rate')).rejects.toMatchObject({ statusCode: 429 });
    await expect(create('rate')).resolves.toMatchObject({ name: 'Ann' });
  });

  test('faults cut the connection before executing: nothing is done', async () => {
    const before = await named();
    await sandbox.control('POST', 'faults', { kind: 'cut', method: 'POST', times: 2 });
    await expect(create('cut-before')).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await sandbox.control('DELETE', 'faults');
    expect(await named()).toBe(before);
  });

  test('faults cut the connection after executing: it is done once, and the key gives the answer that was lost', async () => {
    const before = await named();
    await sandbox.control('POST', 'faults', { kind: 'cut', when: 'after', method: 'POST' });
    const outcome = await create('cut-after').catch(() => create('cut-after'));
    expect(outcome.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect(await named()).toBe(before + 1);
  });

  test('faults delay an answer until they are removed, or for a time', async () => {
    await sandbox.control('POST', 'faults', { kind: 'delay', when: 'after', method: 'POST' });
    const waiting = create('slow');
    const before = await sandbox.stripe.customers.list({ limit: 1 });
    expect(before.data).toHaveLength(1);
    await sandbox.control('DELETE', 'faults');
    await expect(waiting).resolves.toMatchObject({ name: 'Ann' });
    await sandbox.control('POST', 'faults', { kind: 'delay', delayMs: 1 });
    await expect(create('short')).resolves.toMatchObject({ name: 'Ann' });
  });
});
