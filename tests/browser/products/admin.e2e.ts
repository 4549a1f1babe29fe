import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { newTitle } from '../support/office.ts';
import { answerOf, failAnswers, holdAnswers } from '../support/routes.ts';
import { expectToast } from '../support/screen.ts';
import { administratorTest as test } from '../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const panel = '/admin-dashboard?tab=online-products';
const list = '**/api/admin/online-products';

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

test('ADM-PROD-03 ADM-PROD-05 the form says what is missing, and makes slugs of what is typed', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(panel);
  await button(page, 'Add Product').click();
  await button(page, 'Create Product').click();
  await expect(page.getByText('Product name is required')).toBeVisible();
  await expect(page.getByText('Slug is required')).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Slug').pressSequentially('A  b_C!');
  await expect(field(page, 'Slug')).toHaveValue('a-b-c-');
  await page.keyboard.press('Escape');
  await expect(page.getByText('What you have entered here will be lost.')).toBeVisible();
  await button(page, 'Discard Changes').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('ADM-PROD-07 ADM-PROD-08 a failed creation shows status and body, and the form keeps its input', async ({
  page,
  context,
  watch,
}) => {
  const { name } = await addProduct(context.request);
  watch.expectRefusal('409 POST /api/admin/online-products');
  await page.goto(panel);
  await button(page, 'Add Product').click();
  await field(page, 'Name').fill(name);
  await field(page, 'Slug').fill(name);
  await button(page, 'Create Product').click();
  await expectToast(page, 'Creation Failed');
  await expect(page.getByText(/^409: .*already uses this slug/).first()).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(name);
  await answerOf(page, list, { status: 200, contentType: 'text/html', body: '<h1>A proxy</h1>' });
  await button(page, 'Create Product').click();
  await expect(page.getByText(/^Expected JSON but got/).first()).toBeVisible();
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
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(
    page,
    'Deletion Failed',
    `This product is linked to "${title}". Link that resource to another product first, or delete it.`,
  );
  await expect(card(page, name)).toBeVisible();
});

test('ADM-PROD-11 Access Tool opens the tool, with a token when a resource is linked', async ({
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

test('ADM-RES-03 ADM-RES-10 resources have Access Tool when they are linked tools, and say what failed', async ({
  page,
  context,
  office,
  watch,
  baseURL,
}) => {
  const product = await addProduct(context.request, { configuration: { toolUrl: `${baseURL}/sandbox/tools/x` } });
  const empty = await addProduct(context.request);
  const title = newTitle('Tool');
  await office.addResource({ type: 'online_tool', title, onlineProductId: product.id, isPublished: false });
  const unset = await office.addResource({ type: 'online_tool', title: newTitle('Unset'), onlineProductId: empty.id });
  const report = await office.addResource();
  await page.goto('/admin-dashboard');
  await expect(card(page, report.title)).toBeVisible();
  const item = page.getByRole('menuitem', { name: 'Access Tool' });
  const openMenu = async (of: string) => {
    await button(page, `More actions for ${of}`).click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  };
  const accessTool = async (of: string) => {
    await openMenu(of);
    await item.click();
  };
  await openMenu(report.title);
  await expect(item).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect((await popupOf(page, () => accessTool(title))).searchParams.get('token')).toHaveLength(43);
  await accessTool(unset.title);
  await expectToast(page, 'Configuration Error', 'Tool URL not configured for this product');

  watch.expectRefusal('500 POST /api/tools/generate-token');
  const calls = '**/api/tools/generate-token';
  await answerOf(page, calls, { status: 500, json: { message: 'Out of tokens.' } });
  await accessTool(title);
  await expectToast(page, 'Token Generation Failed', 'Out of tokens.');
  await page.unroute(calls);
  await answerOf(page, calls, { status: 500, body: 'broken' });
  await accessTool(title);
  await expectToast(page, 'Access Error', 'Failed to generate access token');
  await page.unroute(calls);
  watch.expectRefusal('failed POST /api/tools/generate-token');
  await page.route(calls, (route) => route.abort());
  await accessTool(title);
  await expectToast(page, 'Error', 'Failed to access tool');
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

test('the tab shows that it loads, and what failed', async ({ page, watch }) => {
  const release = await holdAnswers(page, list);
  await page.goto(panel);
  await expect(page.getByTestId('skeleton').first()).toBeVisible();
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.unroute(list);
  const restore = await failAnswers(page, watch, list);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch online products' })).toBeVisible();
  await restore();
  await button(page, 'Try again').click();
  await expect(page.getByRole('article').first()).toBeVisible();
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
  await button(page, 'Use This Choice').click();
  await expect(field(page, 'Description')).toHaveValue('As they want it');
  await expect(choice(page, 'Tool Type')).toHaveValue('embedded');
  await button(page, 'Save Product').click();
  await expectToast(page, 'Product updated', product.name);
});
