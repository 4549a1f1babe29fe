import { expect, type Page } from '@playwright/test';
import { cardForm, cards, fillCard } from '#tests/browser/support/card-form.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest, test as visitorTest } from '#tests/browser/support/test.ts';

const dialog = (page: Page) => page.getByRole('form', { name: /^(Add|Edit) Bundle/ });
const partsIn = (page: Page) => dialog(page).getByRole('group', { name: 'Parts' }).getByRole('listitem');
const bundleParts = (page: Page) => page.getByRole('region', { name: 'In this bundle' }).getByRole('listitem');

administratorTest(
  'BUNDLE-02 BUNDLE-05 a bundle is made of parts found by title, and what it sells stays published',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check, watch }) => {
    const words = newTitle('Harbour');
    const first = await office.addResource({ title: `${words} first`, accessType: 'purchase', price: '12' });
    const second = await office.addResource({ title: `${words} second`, accessType: 'purchase', price: '9' });
    const title = `${words} set`;
    await page.goto('/admin-dashboard');
    await page.getByRole('button', { name: 'Add Resource' }).click();
    await page.getByRole('button', { name: 'Bundle', exact: true }).click();
    const fields = dialog(page);
    await expect(fields.getByRole('combobox', { name: 'Access Type' })).toHaveCount(0);
    await fields.getByRole('textbox', { name: 'Title' }).fill(title);
    await fields.getByRole('textbox', { name: 'Description' }).fill('Two reports at one price.');
    const search = fields.getByRole('searchbox', { name: 'Add a part' });
    await search.pressSequentially(`${words} second`);
    await page.getByRole('option', { name: second.title }).click();
    await search.pressSequentially(words);
    await expect(page.getByRole('option')).toHaveCount(1);
    await search.press('ArrowDown');
    await search.press('Enter');
    await expect(partsIn(page)).toHaveText([new RegExp(second.title), new RegExp(first.title)]);
    await fields.getByRole('button', { name: `Move ${first.title} up` }).click();
    await expect(partsIn(page)).toHaveText([new RegExp(first.title), new RegExp(second.title)]);
    await fields.getByRole('spinbutton', { name: 'Price' }).fill('15');
    await fields.getByRole('switch', { name: 'Published' }).check();
    await check('form of a bundle');
    await fields.getByRole('button', { name: 'Create Bundle' }).click();
    await expectToast(page, 'Resource created', title);

    watch.expectRefusal(`409 PATCH /api/admin/resources/${first.id}`);
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}`);
    await page.getByRole('button', { name: `Unpublish ${first.title}`, exact: true }).click();
    await expectToast(page, 'Error', `The bundle “${title}” sells this resource. Take it out of the bundle first.`);

    await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    await expect(partsIn(page)).toHaveText([new RegExp(first.title), new RegExp(second.title)]);
    await expect(fields.getByRole('switch', { name: 'Include Later Parts' })).not.toBeChecked();
  },
);

memberTest(
  'BUNDLE-01 BUNDLE-03 BUNDLE-08 a bundle shows its parts and what they cost, and one payment opens them all',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    const first = await office.addResource({ accessType: 'purchase', price: '12' });
    const second = await office.addResource({ accessType: 'purchase', price: '9' });
    const bundle = await office.addResource({
      type: 'bundle',
      title: newTitle('A set of reports'),
      accessType: 'purchase',
      price: '15',
      partIds: [first.id, second.id],
      includesLaterParts: true,
    });
    await page.goto(`/resource/${bundle.id}`);
    await expect(bundleParts(page)).toHaveText([/£12\.00$/, /£9\.00$/]);
    await expect(
      page.getByText(
        /Resources that are added later are included\. Bought one by one, they cost £21\.00: you save £\d/,
      ),
    ).toBeVisible();
    await check('page of a bundle');
    await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
    await expect(page.getByRole('list', { name: 'In this bundle' }).getByRole('listitem')).toHaveText([
      first.title,
      second.title,
    ]);
    await fillCard(page, cards.good);
    await expect(cardForm.payButton(page)).toHaveText('Pay £15.00');
    await check('checkout of a bundle');
    await cardForm.payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful', exact: true })).toBeFocused();

    await page.goto(`/resource/${bundle.id}`);
    await expect(bundleParts(page)).toHaveText([/You have access$/, /You have access$/]);
    await check('page of an owned bundle');
    await page.goto('/my-resources');
    for (const { title } of [first, second]) {
      const row = page.getByRole('article').filter({ hasText: title });
      await expect(row).toContainText(`in “${bundle.title}”`);
    }
    await page.getByRole('link', { name: second.title }).click();
    await expect(page.getByRole('heading', { name: second.title, level: 1 })).toBeVisible();
    await expect(page.getByText('You have access', { exact: true })).toBeVisible();
  },
);

visitorTest(
  'BUNDLE-03 visitors see what a bundle sells',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    const parts = [await office.addResource(), await office.addResource()];
    const bundle = await office.addResource({
      type: 'bundle',
      title: newTitle('A public set'),
      accessType: 'purchase',
      price: '15',
      partIds: parts.map(({ id }) => id),
    });
    await page.goto(`/catalogue/${bundle.id}`);
    await expect(bundleParts(page)).toHaveText([/Free$/, /Free$/]);
    await expect(page.getByText('2 resources, all yours with one payment.', { exact: true })).toBeVisible();
    await check('public page of a bundle');
  },
);
