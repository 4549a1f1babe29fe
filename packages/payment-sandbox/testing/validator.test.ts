import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stripeValidator } from './validator.ts';

const validator = stripeValidator();
const examples: Record<string, Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('../stripe-examples.json', import.meta.url), 'utf8'),
);

test.each(Object.entries(examples))(
  'the example of %s is sound, and no longer when it is changed',
  (_name, example) => {
    expect(validator.object(example)).toEqual([]);
    expect(validator.object({ ...example, unheard_of: 1 })).not.toEqual([]);
    const { object, deleted, ...rest } = example;
    const [first = ''] = Object.keys(rest).filter((name) => rest[name] === null);
    if (first) expect(validator.object({ ...example, [first]: { no: 'such shape' } })).not.toEqual([]);
    const { id, ...withoutId } = example;
    expect(id ? validator.object(withoutId) : ['no id']).not.toEqual([]);
    expect([object, deleted]).not.toEqual([undefined, undefined]);
  },
);

test('answers are checked against their own operation, refusals against the form of errors', () => {
  const customer = examples.customer ?? {};
  expect(validator.response('get', '/v1/customers/cus_1', 200, customer)).toEqual([]);
  expect(validator.response('get', '/v1/refunds/re_1', 200, customer)).not.toEqual([]);
  expect(validator.response('get', '/v1/nothing', 200, customer)).toEqual(['there is no operation get /v1/nothing']);
  expect(validator.response('get', '/v1/customers/x', 404, { error: { type: 'invalid_request_error' } })).toEqual([]);
  expect(validator.response('get', '/v1/customers/x', 404, { message: 'no' })).not.toEqual([]);
});
