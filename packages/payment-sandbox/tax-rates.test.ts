import { expect, test } from 'vitest';
import { useTestSandbox } from './testing/sandbox.ts';

const sandbox = useTestSandbox();

test('a tax rate is made, changed and listed; its percentage stays', async () => {
  const { taxRates } = sandbox.stripe;
  await expect(taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 120 })).rejects.toMatchObject({
    param: 'percentage',
  });
  const rate = await taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20, country: 'GB' });
  expect(rate).toMatchObject({ active: true, percentage: 20, country: 'GB' });
  expect(await taxRates.update(rate.id, { active: false, metadata: { a: '1' } })).toMatchObject({
    active: false,
    percentage: 20,
    metadata: { a: '1' },
  });
  expect(await taxRates.retrieve(rate.id)).toMatchObject({ id: rate.id });
  expect((await taxRates.list({ active: false })).data.map(({ id }) => id)).toEqual([rate.id]);
  expect((await taxRates.list({ active: true })).data).toEqual([]);
  await expect(taxRates.retrieve('txr_unknown')).rejects.toMatchObject({ statusCode: 404 });
});
