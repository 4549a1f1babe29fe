import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  createOnlineProduct,
  deleteOnlineProduct,
  listOnlineProducts,
} from '#contract/catalogue/products.endpoints.ts';
import { generateToolToken } from '#contract/learning/tools.endpoints.ts';
import { noteTabs } from '#tests/support/web/browser.ts';
import { administrator, adminOnlineProduct } from '#tests/support/web/fixtures.ts';
import { type Answer, answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const toolUrl = 'https://tools.example.org/weighing';
const linkedResources = [{ id: 5, title: 'A tool' }];

const openProducts = (...answers: Answer[]) =>
  renderPortal('/admin-dashboard?tab=online-products', { as: administrator(), answers });

const listOf = (changed: Parameters<typeof adminOnlineProduct>[0]) =>
  answer(listOnlineProducts, [adminOnlineProduct(changed)]);

test('ADM-PROD-01 a product shows its type, its path and the resources that lead to it', async () => {
  await openProducts(listOf({ toolType: 'iframe', isActive: false, linkedResources }));
  const card = within(await screen.findByRole('article', { name: 'Canvas' }));
  for (const words of ['Inactive', 'Iframe', '/tools/canvas']) expect(card.getByText(words)).toBeVisible();
  expect(card.getByRole('link', { name: 'A tool' })).toHaveAttribute('href', '/resource/5');
});

test('ADM-PROD-02 ADM-PROD-03 ADM-PROD-05 the form says what is missing, and makes slugs of what is typed', async () => {
  const { user } = await openProducts(listOf({}));
  await user.click(await screen.findByRole('button', { name: 'Add Product' }));
  await user.click(await screen.findByRole('button', { name: 'Create Product' }));
  expect(await screen.findByText('Product name is required')).toBeVisible();
  expect(screen.getByText('Slug is required')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'Slug' }), 'A  b_C!');
  expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('a-b-c-');
  expect(screen.queryByRole('textbox', { name: 'Tool URL' })).toBeNull();
  const type = screen.getByRole('combobox', { name: 'Tool Type' });
  expect(type).toHaveAccessibleDescription('Members see the tool’s own site, in a new tab.');
  await user.selectOptions(type, 'Iframe');
  expect(type).toHaveAccessibleDescription(/^Members see the tool within the portal/);
  expect(screen.getByRole('textbox', { name: 'Tool URL' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await screen.findByText('What you have entered here will be lost.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard Changes' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(callsOf(createOnlineProduct)).toEqual([]);
});

test('ADM-PROD-07 ADM-PROD-08 a failed creation shows status and body, and the form keeps its input', async () => {
  const { user } = await openProducts(listOf({}), refuse(createOnlineProduct, 'products.slug-taken'));
  await user.click(await screen.findByRole('button', { name: 'Add Product' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Weighing Room');
  await user.type(screen.getByRole('textbox', { name: 'Slug' }), 'canvas');
  await user.click(screen.getByRole('button', { name: 'Create Product' }));
  await expectToast('Creation Failed');
  expect(screen.getAllByText(/^409: .*already uses this slug/)[0]).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Weighing Room');
  serve(fail(createOnlineProduct, { status: 200 }));
  await user.click(screen.getByRole('button', { name: 'Create Product' }));
  expect((await screen.findAllByText(/^Expected JSON but got/))[0]).toBeVisible();
});

test('ADM-PROD-09 GEN-24 a product that a resource leads to is not deleted, and the open dialog says so', async () => {
  const values = { title: '"A tool"' };
  const { user } = await openProducts(
    listOf({ linkedResources }),
    refuse(deleteOnlineProduct, 'products.linked', { values }),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete Canvas' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^This product is linked to "A tool"/);
  expect(callsOf(deleteOnlineProduct)).toHaveLength(1);
  expect(screen.getAllByText(/^This product is linked to "A tool"/)).toHaveLength(1);
  expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled();
  expect(screen.getByRole('article', { name: 'Canvas', hidden: true })).toBeVisible();
});

test('ADM-PROD-11 Access Tool opens the tool of a linked product with a token', async () => {
  const tabs = noteTabs();
  const token = { token: 'secret', address: '/tools/access?token=secret', toolAddress: `${toolUrl}?token=secret` };
  const { user } = await openProducts(
    listOf({ configuration: { toolUrl }, linkedResources }),
    answer(generateToolToken, token),
  );
  await user.click(await screen.findByRole('button', { name: 'Access Tool Canvas' }));
  await expect.poll(() => tabs).toEqual([`${toolUrl}?token=secret`]);
  expect(callsOf(generateToolToken)[0]?.body).toEqual({ resourceId: 5, onlineProductId: 1 });
});

test('ADM-PROD-11 Access Tool opens the address of a product that no resource leads to', async () => {
  const tabs = noteTabs();
  const { user } = await openProducts(listOf({ configuration: { toolUrl } }));
  await user.click(await screen.findByRole('button', { name: 'Access Tool Canvas' }));
  await expect.poll(() => tabs).toEqual([toolUrl]);
});

test('ADM-PROD-11 Access Tool says when a product has no address', async () => {
  const { user } = await openProducts(listOf({}));
  await user.click(await screen.findByRole('button', { name: 'Access Tool Canvas' }));
  await expectToast('Configuration Error', 'Tool URL not configured for this product');
});

test('the tab of online products shows that it loads, and what failed', async () => {
  const held = hold(fail(listOnlineProducts));
  const { user } = await openProducts(held);
  expect((await screen.findAllByTestId('skeleton'))[0]).toBeVisible();
  held.release();
  expect(await screen.findByRole('heading', { name: 'Failed to fetch online products' })).toBeVisible();
  serve(listOf({}));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeVisible();
});
