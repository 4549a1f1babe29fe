import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parameterSchema } from './document.ts';
import { operations } from './resources.ts';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();

const bearer = () => ({ authorization: `Bearer ${sandbox.running.secretKey}` });
const post = (path: string, fields: Record<string, string>) => sandbox.post(path, fields, bearer());

describe('parameters', () => {
  test.each([
    [{ currency: 'gbp' }, 'parameter_missing', 'amount'],
    [{ amount: '', currency: 'gbp' }, 'parameter_invalid_empty', 'amount'],
    [{ amount: 'ten', currency: 'gbp' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '10.5', currency: 'gbp' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '-5', currency: 'gbp' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '29', currency: 'gbp' }, 'amount_too_small', 'amount'],
    [{ amount: '49', currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: '100000000', currency: 'gbp' }, 'amount_too_large', 'amount'],
    [{ amount: '500', currency: 'xxx' }, undefined, 'currency'],
    [{ amount: '500', currency: 'gbp', foo: '1' }, 'parameter_unknown', 'foo'],
    [{ amount: '500', currency: 'gbp', 'payment_method_types[]': 'card' }, 'parameter_unknown', 'payment_method_types'],
    [{ amount: '500', currency: 'gbp', 'shipping[name]': 'A', 'shipping[x]': '1' }, 'parameter_unknown', 'shipping[x]'],
    [{ amount: '500', currency: 'gbp', confirm: 'yes' }, undefined, 'confirm'],
    [{ amount: '500', currency: 'gbp', capture_method: 'later' }, undefined, 'capture_method'],
    [{ amount: '500', currency: 'gbp', capture_method: 'manual' }, undefined, 'capture_method'],
    [{ amount: '500', currency: 'gbp', 'expand[]': 'a.b.c.d.e' }, undefined, 'expand'],
    [{ amount: '500', currency: 'gbp', 'expand[]': 'amount' }, undefined, 'expand'],
    [{ amount: '500', currency: 'gbp', customer: 'cus_none' }, 'resource_missing', 'customer'],
    [{ amount: '500', currency: 'gbp', return_url: 'home', confirm: 'true' }, 'url_invalid', 'return_url'],
    [{ amount: '500', currency: 'gbp', on_behalf_of: 'acct_1' }, undefined, 'on_behalf_of'],
  ])('%o is refused: %s %s', async (fields, code, param) => {
    const types = await sandbox.eventTypesOf(async () => {
      const { status, body } = await post('/v1/payment_intents', fields);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
      expect(Object(body.error).code).toBe(code);
    });
    expect(types).toEqual([]);
  });

  test('every parameter the sandbox acts on is one that Stripe knows', () => {
    const unknown = operations.flatMap((operation) => {
      const known = Object.keys(resolved(operation.method, operation.path));
      return operation.accepts.filter((name) => !known.includes(name)).map((name) => `${operation.path} ${name}`);
    });
    expect(unknown).toEqual([]);
  });

  test('unknown ids and unknown addresses get different errors', async () => {
    await expect(sandbox.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
      param: 'id',
    });
    for (const path of ['/v1/unheard_of', '/v1/customers/cus_1/unheard_of', '/v1/charges']) {
      const { status, body } = await post(path, {});
      expect(status).toBe(404);
      expect(body.error).toMatchObject({
        message: expect.stringContaining(`Unrecognized request URL (POST: ${path})`),
      });
    }
    expect((await fetch(`${sandbox.address}/elsewhere`)).status).toBe(404);
  });

  test('a body of JSON is refused, and one too large as well', async () => {
    const call = (body: string, type: string) =>
      fetch(`${sandbox.address}/v1/customers`, {
        method: 'POST',
        body,
        headers: { ...bearer(), 'content-type': type },
      });
    expect((await call('{"name":"Ann"}', 'application/json')).status).toBe(400);
    expect((await call(`name=${'x'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded')).status).toBe(413);
  });

  test('every answer names its request and the version of the API', async () => {
    const { lastResponse } = await sandbox.stripe.customers.create({}, { idempotencyKey: 'headers' });
    expect(lastResponse).toMatchObject({ apiVersion: '2026-10-28.endive', idempotencyKey: 'headers' });
    expect(lastResponse.requestId).toMatch(/^req_/);
    const [event] = (await sandbox.stripe.events.list({ limit: 1 })).data;
    expect(event).toMatchObject({
      api_version: '2026-10-28.endive',
      request: { id: lastResponse.requestId, idempotency_key: 'headers' },
    });
  });
});

function resolved(method: 'get' | 'post' | 'delete', path: string): object {
  const schema = parameterSchema(method, path);
  return schema.properties ?? schemaNamed(schema.$ref ?? '');
}

function schemaNamed(reference: string): object {
  const name = reference.split('/').at(-1) ?? '';
  const { components } = JSON.parse(readFileSync(new URL('./stripe-openapi.json', import.meta.url), 'utf8'));
  return components.schemas[name].properties;
}

describe('lists', () => {
  test('lists come newest first, in pages, in both directions, and by time', async () => {
    const { customers } = sandbox.stripe;
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) ids.unshift((await customers.create()).id);
    const first = await customers.list();
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    const next = await customers.list({ limit: 2, starting_after: ids[0] });
    expect(next.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const back = await customers.list({ limit: 2, ending_before: ids[5] });
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(3, 5));
    expect(back.has_more).toBe(true);
    const { now } = await sandbox.advance(1);
    const { id } = await customers.create();
    const late = await customers.list({ created: { gte: Number(now) } });
    expect(late.data.map((customer) => customer.id)).toEqual([id]);
    expect((await customers.list({ created: { lt: 5 } })).data).toEqual([]);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ starting_after: 'cus_none' }, 'starting_after'],
    [{ starting_after: 'a', ending_before: 'b' }, 'starting_after'],
  ])('refuse %o', async (page, param) => {
    await expect(sandbox.stripe.customers.list(page)).rejects.toMatchObject({ statusCode: 400, param });
  });

  test('expand what their items refer to', async () => {
    const customer = await sandbox.stripe.customers.create({ name: 'Ann' });
    const payment = { amount: 500, currency: 'gbp', customer: customer.id, payment_method: 'pm_card_visa' };
    await sandbox.stripe.paymentIntents.create({ ...payment, confirm: true });
    const { data } = await sandbox.stripe.paymentIntents.list({
      customer: customer.id,
      expand: ['data.customer', 'data.latest_charge.balance_transaction', 'data.payment_method'],
    });
    expect(data).toMatchObject([
      {
        customer: { name: 'Ann' },
        latest_charge: { balance_transaction: { amount: 500 } },
        payment_method: { type: 'card' },
      },
    ]);
    const charges = await sandbox.stripe.charges.list({ customer: customer.id });
    expect(charges.data).toMatchObject([{ amount: 500, balance_transaction: expect.stringMatching(/^txn_/) }]);
  });
});

describe('idempotency keys', () => {
  const payment = { amount: 500, currency: 'gbp', confirm: true };

  test('run a call once and repeat its answer, a refusal included', async () => {
    const { paymentIntents } = sandbox.stripe;
    const options = { idempotencyKey: 'once' };
    const paid = { ...payment, payment_method: 'pm_card_visa' };
    const first = await paymentIntents.create(paid, options);
    const types = await sandbox.eventTypesOf(async () => {
      const again = await paymentIntents.create(paid, options);
      expect(again).toEqual(first);
      expect(again.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    });
    expect(types).toEqual([]);
    const declined = { ...payment, payment_method: 'pm_card_chargeDeclined' };
    const refused = () => paymentIntents.create(declined, { idempotencyKey: 'declined' }).catch((error) => error);
    const [one, two] = [await refused(), await refused()];
    expect(one).toMatchObject({ code: 'card_declined' });
    expect(two.payment_intent.id).toBe(one.payment_intent.id);
  });

  test('idempotency keys are refused with other parameters, but count anew on another path', async () => {
    const { customers, paymentIntents } = sandbox.stripe;
    const options = { idempotencyKey: 'mine' };
    await customers.create({ name: 'Ann' }, options);
    await expect(customers.create({ name: 'Bea' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    expect((await paymentIntents.create({ amount: 500, currency: 'gbp' }, options)).amount).toBe(500);
  });

  test('idempotency keys are not used up by a call whose parameters were refused', async () => {
    const options = { idempotencyKey: 'typo' };
    await expect(sandbox.stripe.customers.create(Object({ nmae: 'Ann' }), options)).rejects.toMatchObject({
      code: 'parameter_unknown',
    });
    expect((await sandbox.stripe.customers.create({ name: 'Ann' }, options)).name).toBe('Ann');
  });

  test('idempotency keys are in use while the first call is still running', async () => {
    await sandbox.control('POST', 'faults', { kind: 'delay', path: '/v1/customers' });
    const create = () => sandbox.stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'slow' });
    const both = [create(), create()];
    const inUse = { statusCode: 409, code: 'idempotency_key_in_use' };
    await expect(Promise.race(both)).rejects.toMatchObject(inUse);
    await sandbox.control('DELETE', 'faults');
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
