import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest as test } from '#tests/browser/support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const panel = '/admin-dashboard?tab=online-products';

async function addProduct(request: APIRequestContext, fields: object = {}): Promise<{ id: number; name: string }> {
  const name = newTitle('Product');
  const data = { name, slug: name.toLowerCase().replace(' ', '-'), toolType: 'embedded', ...fields };
  const reply = await request.post('/api/admin/online-products', { data });
  await expect(reply).toBeOK();
  return reply.json();
}

async function popupOf(page: Page, press: () => Promise<void>): Promise<URL> {
  const asked = page.context().waitForEvent('request', (request) => request.isNavigationRequest());
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  const address = new URL((await asked).url());
  await popup.close();
  return address;
}

test('ADM-PROD-01 LABEL-14 LABEL-16 a product is added, changed and deleted', async ({ page }) => {
  const name = newTitle('Weighing Room');
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Online Products' }).click();
  await button(page, 'Add Product').press('Enter');
  await field(page, 'Name').fill(name);
  await field(page, 'Slug').fill(name);
  const slug = await field(page, 'Slug').inputValue();
  expect(slug).toMatch(/^weighing-room-[0-9a-f]{8}$/);
  await expect(field(page, 'Tool URL')).toHaveCount(0);
  await choice(page, 'Tool Type').selectOption('Iframe');
  await field(page, 'Tool URL').fill('https://tools.example.org/weighing');
  await field(page, 'Tool URL').press('Enter');
  await expectToast(page, 'Product created', name);
  for (const words of ['Active', 'Iframe', `/tools/${slug}`]) {
    await expect(card(page, name).getByText(words, { exact: true })).toBeVisible();
  }

  await button(page, `Edit ${name}`).click();
  await expect(field(page, 'Tool URL')).toHaveValue('https://tools.example.org/weighing');
  await page.getByRole('switch', { name: 'Active' }).uncheck();
  await button(page, 'Save Product').click();
  await expectToast(page, 'Product updated', name);
  await expect(card(page, name).getByText('Inactive', { exact: true })).toBeVisible();

  await button(page, `Delete ${name}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, name)).toBeVisible();
  await button(page, `Delete ${name}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
  await expectToast(page, 'Product deleted', name);
  await expect(card(page, name)).toHaveCount(0);
});

test('ADM-PROD-09 a product that a resource leads to is not deleted', { tag: '@long' }, async ({
  page,
  context,
  office,
  watch,
}) => {
  const { id, name } = await addProduct(context.request);
  const { title } = await office.addResource({ type: 'online_tool', title: newTitle('Tool'), onlineProductId: id });
  watch.expectRefusal(`409 DELETE /api/admin/online-products/${id}`);
  await page.goto(panel);
  await expect(card(page, name).getByRole('link', { name: title })).toBeVisible();
  await button(page, `Delete ${name}`).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `This product is linked to "${title}". Link that resource to another product first, or delete it.`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, name)).toBeVisible();
});

test('ADM-PROD-11 Access Tool opens the tool, with a token when a resource is linked', { tag: '@long' }, async ({
  page,
  context,
  office,
  baseURL,
}) => {
  const toolUrl = `${baseURL}/sandbox/tools/weighing`;
  const linked = await addProduct(context.request, { configuration: { toolUrl } });
  const free = await addProduct(context.request, { configuration: { toolUrl } });
  const empty = await addProduct(context.request);
  await office.addResource({ type: 'online_tool', title: newTitle('Tool'), onlineProductId: linked.id });
  await page.goto(panel);
  const address = await popupOf(page, () => button(page, `Access Tool ${linked.name}`).click());
  expect([address.pathname, address.searchParams.get('token')?.length]).toEqual(['/sandbox/tools/weighing', 43]);
  expect((await popupOf(page, () => button(page, `Access Tool ${free.name}`).click())).href).toBe(toolUrl);
  await button(page, `Access Tool ${empty.name}`).click();
  await expectToast(page, 'Configuration Error', 'Tool URL not configured for this product');
});

test('a test launch shows what the tool receives', { tag: '@long' }, async ({ page, context, office, baseURL }) => {
  const toolUrl = `${baseURL}/sandbox/tools/weighing`;
  const product = await addProduct(context.request, { configuration: { toolUrl } });
  const unlinked = await addProduct(context.request);
  const { title } = await office.addResource({
    type: 'online_tool',
    title: newTitle('Tool'),
    onlineProductId: product.id,
  });
  await page.goto(panel);
  await button(page, `Test launch ${product.name}`).click();
  const dialog = page.getByRole('dialog', { name: 'Test launch' });
  await expect(dialog.getByText(title)).toBeVisible();
  await expect(dialog.getByText('Tavia')).toBeVisible();
  await expect(dialog.getByText(/weighing\?token=[\w-]{6}…$/)).toBeVisible();
  expect((await popupOf(page, () => button(page, 'Open the tool').click())).searchParams.get('token')).toHaveLength(43);
  await page.keyboard.press('Escape');
  await expect(button(page, `Test launch ${product.name}`)).toBeFocused();
  await button(page, `Test launch ${unlinked.name}`).click();
  await expect(dialog.getByText(/No resource leads to this product yet/)).toBeVisible();
});

test('a product saved by another administrator is compared field by field', { tag: '@long' }, async ({
  page,
  watch,
}) => {
  const product = await addProduct(page.request, { description: 'As it was' });
  await page.goto(panel);
  await page.getByRole('button', { name: `Edit ${product.name}` }).click();
  const theirs = { ...product, description: 'As they want it', toolType: 'component' };
  await expect(await page.request.put(`/api/admin/online-products/${product.id}`, { data: theirs })).toBeOK();
  watch.expectRefusal(`409 PUT /api/admin/online-products/${product.id}`);
  await field(page, 'Description').fill('As I want it');
  await button(page, 'Save Product').click();
  const compared = page.getByRole('dialog', { name: 'Another administrator changed this product after you opened it' });
  const description = compared.getByRole('group', { name: 'Description' });
  await expect(description).toContainText('As they want it');
  await description.getByRole('radio', { name: 'Theirs' }).check();
  await compared.getByRole('group', { name: 'Tool Type' }).getByRole('radio', { name: 'Mine' }).check();
  await button(page, 'Use this choice').click();
  await expect(field(page, 'Description')).toHaveValue('As they want it');
  await expect(choice(page, 'Tool Type')).toHaveValue('embedded');
  await button(page, 'Save Product').click();
  await expectToast(page, 'Product updated', product.name);
});
