import { describe, expect, test } from 'vitest';
import { type RawAnswer, useTestSandbox } from './testing/sandbox.ts';
import { cardFields } from './testing/subscriptions.ts';

const sandbox = useTestSandbox();

const created = () =>
  sandbox.stripe.paymentIntents.create({ amount: 1999, currency: 'gbp', metadata: { userId: '7' } });
const errorOf = ({ body }: RawAnswer) => body.error;
const statusOf = async (id: string) => (await sandbox.stripe.paymentIntents.retrieve(id)).status;

async function get(path: string, query: Record<string, string>): Promise<RawAnswer> {
  const response = await fetch(`${sandbox.address}${path}?${new URLSearchParams(query)}`);
  return { status: response.status, body: Object(await response.json()), headers: response.headers };
}

describe('keys', () => {
  test('PAY-04 a call without a key or with a wrong one is refused and changes nothing', async () => {
    const intent = await created();
    const path = `/v1/payment_intents/${intent.id}/confirm`;
    const fields = { client_secret: intent.client_secret ?? '', payment_method: 'pm_card_visa' };
    const none = await sandbox.post(path, fields);
    expect(none.status).toBe(401);
    expect(errorOf(none)).toMatchObject({ message: expect.stringContaining('did not provide an API key') });
    for (const key of ['pk_test_sandbox_wrong', `${sandbox.running.publishableKey}x`, 'sk_test_wrong']) {
      expect((await sandbox.post(path, { ...fields, key })).status).toBe(401);
      expect((await sandbox.post(path, fields, { authorization: `Bearer ${key}` })).status).toBe(401);
    }
    await expect(sandbox.client('sk_test_sandboxwrongwrong').customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      message: 'Invalid API Key provided: sk_test_****rong',
    });
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
  });

  test('PAY-04 a missing client secret, a wrong one and that of another intent are refused', async () => {
    const [intent, other] = [await created(), await created()];
    for (const client_secret of ['', `${intent.id}_secret_x`, other.client_secret ?? '']) {
      const confirmed = await sandbox.confirm(intent, { client_secret, payment_method: 'pm_card_visa' });
      expect(confirmed.status).toBe(400);
      expect(errorOf(confirmed)).toMatchObject({ type: 'invalid_request_error', param: 'client_secret' });
      const read = await get(`/v1/payment_intents/${intent.id}`, {
        key: sandbox.running.publishableKey,
        client_secret,
      });
      expect(read.status).toBe(400);
    }
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
    expect(await statusOf(other.id)).toBe('requires_payment_method');
  });

  test('PAY-04 the publishable key reads an intent with its secret, and sees neither metadata nor customer', async () => {
    const intent = await created();
    const answer = await get(`/v1/payment_intents/${intent.id}`, {
      key: sandbox.running.publishableKey,
      client_secret: intent.client_secret ?? '',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: intent.id, amount: 1999, status: 'requires_payment_method' });
    expect(answer.body).not.toHaveProperty('metadata');
    expect(answer.body).not.toHaveProperty('customer');
    const declined = await sandbox.confirm(intent, cardFields('4000000000000002'));
    expect(JSON.stringify(declined.body)).not.toContain('userId');
  });

  test.each([
    ['POST', '/v1/payment_intents', { amount: '1', currency: 'gbp' }],
    ['GET', '/v1/payment_intents', {}],
    ['POST', '/v1/payment_intents/:id', { amount: '1' }],
    ['POST', '/v1/payment_intents/:id/cancel', {}],
    ['GET', '/v1/customers', {}],
    ['POST', '/v1/customers', {}],
    ['POST', '/v1/payment_methods', { type: 'card' }],
    ['POST', '/v1/refunds', { payment_intent: ':id' }],
    ['GET', '/v1/charges', {}],
    ['GET', '/v1/events', {}],
    ['GET', '/v1/webhook_endpoints', {}],
    ['GET', '/v1/unheard_of', {}],
  ])('PAY-04 the publishable key may do nothing else: %s %s', async (method, path, fields) => {
    const intent = await created();
    const { publishableKey: key } = sandbox.running;
    const secret = { key, client_secret: intent.client_secret ?? '', ...fields };
    const target = path.replace(':id', intent.id);
    const answer = method === 'GET' ? await get(target, secret) : await sandbox.post(target, secret);
    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toMatchObject({ type: 'invalid_request_error', code: 'secret_key_required' });
    expect(await statusOf(intent.id)).toBe('requires_payment_method');
  });

  test('a browser cannot pay off-session, and expands no more than its card', async () => {
    const intent = await created();
    const refused = await sandbox.confirm(intent, { payment_method: 'pm_card_visa', off_session: 'true' });
    expect(errorOf(refused)).toMatchObject({ param: 'off_session' });
    const nosy = await sandbox.confirm(intent, { payment_method: 'pm_card_visa', 'expand[]': 'customer' });
    expect(errorOf(nosy)).toMatchObject({ param: 'expand' });
    const usual = await sandbox.confirm(intent, {
      ...cardFields('4242424242424242'),
      'payment_method_data[guid]': 'NA',
      'payment_method_data[payment_user_agent]': 'stripe.js',
      'expand[0]': 'payment_method',
      expected_payment_method_type: 'card',
      use_stripe_sdk: 'true',
    });
    expect(usual.body).toMatchObject({ status: 'succeeded', payment_method: { card: { last4: '4242' } } });
  });

  test('a browser with the secret key of a server is still a server: curl -u works', async () => {
    const basic = Buffer.from(`${sandbox.running.secretKey}:`).toString('base64');
    const answer = await sandbox.post('/v1/customers', { name: 'Ann' }, { authorization: `Basic ${basic}` });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Ann' } });
  });
});
