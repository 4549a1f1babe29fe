import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listOnlineProducts } from '#contract/catalogue/products.endpoints.ts';
import {
  createPromoCode,
  deletePromoCode,
  listPromoCodes,
  listPromoPlans,
  listPromoRedemptions,
  savePromoCode,
} from '#contract/commerce/promotions-admin.endpoints.ts';
import { administrator, onlineProduct } from '#tests/support/web/fixtures.ts';
import { promoCode } from '#tests/support/web/money-fixtures.ts';
import { answer, callsOf, fail, refuse } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const products = [
  onlineProduct({ id: 1, name: 'AI Use Case Canvas' }),
  onlineProduct({ id: 2, name: 'Bias and Fairness Review Workspace' }),
];
const forPanel = () => [
  answer(listPromoCodes, [promoCode()]),
  answer(listOnlineProducts, products),
  answer(listPromoPlans, [
    { id: 'monthly', plan: 'monthly', amount: 8.99, currency: 'GBP', resource: null },
    { id: 'annual', plan: 'annual', amount: 89.99, currency: 'GBP', resource: null },
  ]),
  answer(listPromoRedemptions, []),
];

const openPanel = (answers = forPanel()) =>
  renderPortal('/admin-dashboard?tab=promo-codes', { as: administrator(), answers });
const findRow = (code: string) => screen.findByRole('row', { name: new RegExp(code) });
const field = (name: RegExp | string) => within(screen.getByRole('dialog')).getByLabelText(name);
const product = (name: string) => within(screen.getByRole('dialog')).getByRole('checkbox', { name });
const findButton = (name: string) => screen.findByRole('button', { name });

test('ADM-PROMO-01 ADM-PROMO-02 the list finds codes by word and type, and keeps both in its address', async () => {
  const { user } = await openPanel([
    ...forPanel(),
    answer(listPromoCodes, [], { query: { promoType: 'hybrid' } }),
    answer(listPromoCodes, [promoCode({ code: 'SPRING-10', promoType: 'discount', discountValue: 10 })], {
      query: { promoType: 'discount' },
    }),
  ]);
  expect(await findRow('WELCOME90')).toHaveTextContent('90 days free');
  await user.type(screen.getByRole('searchbox', { name: 'Search promo codes' }), 'spring');
  await waitFor(() => expect(callsOf(listPromoCodes).at(-1)?.query.get('search')).toBe('spring'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by type' }), 'Hybrid');
  expect(await screen.findByRole('heading', { name: 'No promo codes found' })).toBeVisible();
  await waitFor(() => expect(location.search).toMatch(/search=spring/));
  expect(location.search).toMatch(/promoType=hybrid/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by type' }), 'Discount');
  expect(await findRow('SPRING-10')).toHaveTextContent('10% off for 1 billing cycle');
});

test('ADM-PROMO-02 the usage logs link back to the codes', async () => {
  const { user } = await openPanel();
  await findRow('WELCOME90');
  await user.click(await findButton('Usage Logs'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Usage Logs' })).toHaveFocus());
  await user.click(await findButton('Back'));
  expect(await findRow('WELCOME90')).toBeVisible();
  await expectAddress('/admin-dashboard?tab=promo-codes');
});

test('ADM-PROMO-13 the form says why a code could not be created, and keeps what was typed', async () => {
  const { user } = await openPanel([...forPanel(), refuse(createPromoCode, 'promotions.code-taken')]);
  await findRow('WELCOME90');
  await user.click(await findButton('Create Promo Code'));
  await screen.findByRole('dialog');
  await user.type(field(/^Code/), 'welcome90');
  await user.click(await screen.findByRole('checkbox', { name: 'AI Use Case Canvas' }));
  await user.type(field(/^Stripe Plan ID/), 'price_monthly');
  await user.click(await findButton('Create'));
  await expectToast('Creation Failed', 'A promo code with this name already exists.');
  expect(field(/^Code/)).toHaveValue('welcome90');
  await user.click(await findButton('Cancel'));
  await user.click(await findButton('Discard Changes'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ADM-PROMO-13 the list says that a code could not be switched off or deleted', async () => {
  const { user } = await openPanel([...forPanel(), fail(savePromoCode), fail(deletePromoCode)]);
  await findRow('WELCOME90');
  await user.click(await findButton('Deactivate WELCOME90'));
  await expectToast('Update Failed');
  await user.click(await findButton('Delete WELCOME90'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Delete WELCOME90?');
  await user.click(await findButton('Delete'));
  await expectToast('Deletion Failed');
  await user.click(await findButton('Cancel'));
  expect(await findRow('WELCOME90')).toBeVisible();
});

test('ADM-PROMO-12 the list switches a code off and on in its place', async () => {
  const code = promoCode({ usageLimit: 5 });
  const { user } = await openPanel([
    ...forPanel(),
    answer(listPromoCodes, [code]),
    answer(savePromoCode, ({ body }) => Object.assign(code, { isActive: body.isActive })),
  ]);
  expect(await findRow('WELCOME90')).toHaveTextContent('0 of 5');
  await user.click(await findButton('Deactivate WELCOME90'));
  await expectToast('Promo code deactivated', 'WELCOME90');
  expect(await findRow('WELCOME90')).toHaveTextContent('Inactive');
  await user.click(await findButton('Activate WELCOME90'));
  await expectToast('Promo code activated', 'WELCOME90');
  expect(callsOf(savePromoCode).map(({ body }) => body)).toEqual([{ isActive: false }, { isActive: true }]);
});

test('ADM-PROMO-09 the trial duration of older codes is the last field, folded, and says that it changes nothing', async () => {
  const { user } = await openPanel();
  await user.click(await findButton('Create Promo Code'));
  const dialog = await screen.findByRole('dialog');
  const folded = within(dialog).getByText('Trial duration of older codes').closest('details');
  expect(folded).not.toHaveAttribute('open');
  const fields = dialog.querySelectorAll('input, select, textarea');
  expect(fields[fields.length - 1]).toBe(field(/^Trial Duration/));
  expect(field(/^Trial Duration/)).toHaveAccessibleDescription(/the free access days are what counts/);
  await user.clear(field(/^Trial Duration/));
  await user.type(field(/^Trial Duration/), '0');
  await user.click(await findButton('Create'));
  await waitFor(() => expect(folded).toHaveAttribute('open'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Promo Type' }), 'Discount');
  expect(screen.queryByText('Trial duration of older codes')).toBeNull();
});

test('ADM-PROMO-03 ADM-PROMO-05 ADM-PROMO-06 the form shows errors beside their fields, and sends nothing', async () => {
  const { user } = await openPanel();
  await findRow('WELCOME90');
  await user.click(await findButton('Create Promo Code'));
  await screen.findByRole('dialog');
  await user.type(field(/^Code/), 'ab');
  await user.clear(field(/^Free Access Days/));
  await user.type(field(/^Free Access Days/), '0');
  await user.click(await findButton('Create'));
  await waitFor(() => expect(field(/^Code/)).toHaveAccessibleDescription(/Code must be at least 3 characters/));
  expect(field(/^Code/)).toHaveFocus();
  expect(field(/^Free Access Days/)).toHaveAccessibleDescription(/Must be at least 1 day/);
  expect(screen.getByText('Must select at least one product')).toBeVisible();
  await user.clear(field(/^Code/));
  await user.type(field(/^Code/), 'a b!');
  await waitFor(() => expect(field(/^Code/)).toHaveAccessibleDescription(/A code may have letters, digits, hyphens/));
  await user.clear(field(/^Code/));
  await user.type(field(/^Code/), 'abc');
  await user.clear(field(/^Free Access Days/));
  await user.type(field(/^Free Access Days/), '1');
  await user.click(product('AI Use Case Canvas'));
  await user.click(await findButton('Create'));
  expect(await screen.findByText('Each selected product must have a Stripe Plan ID')).toBeVisible();
  expect(field(/^Stripe Plan ID/)).toHaveFocus();
  expect(callsOf(createPromoCode)).toHaveLength(0);
});
