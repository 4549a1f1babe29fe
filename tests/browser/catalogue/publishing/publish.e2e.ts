import { expect, type Page } from '@playwright/test';
import { buy } from '#tests/browser/support/payments.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { expectToast, ownWords } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest, test } from '#tests/browser/support/test.ts';

const row = (page: Page, title: string) => page.getByRole('article', { name: title });
/** Opens the list with a search, because other tests add whole pages of resources. */
const openList = (page: Page, words: string) => page.goto(`/admin-dashboard?search=${encodeURIComponent(words)}`);
const action = (page: Page, name: string, title: string) =>
  row(page, title).getByRole('button', { name: `${name} ${title}`, exact: true });

memberTest(
  'ADM-01 ADM-02 members see "Access Denied", and the page makes no call for administrators',
  { tag: '@long' },
  async ({ page, member }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/admin') && asked.push(request.url()));
    for (const path of ['/admin', '/admin-dashboard']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
      await expect(page.getByText(/administrator privileges are needed/i)).toBeVisible();
      await expect(page.getByRole('tab')).toHaveCount(0);
    }
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page.getByRole('heading', { name: `Welcome, ${member.firstName}` })).toBeVisible();
  },
);

test.describe('an administrator', () => {
  administratorTest(
    'ADM-RES-01 ADM-RES-02 ADM-RES-13 publishes a draft in its place and takes it back',
    async ({ page, office, newPage, watch }) => {
      const { id, title } = await office.addResource({ accessType: 'purchase', price: '12.5', isPublished: false });
      watch.expectRefusal(`404 GET /resource/${id}`);
      watch.expectRefusal(`404 GET /api/resources/${id}`);
      // The page of the reader may still send calls when the resource is unpublished.
      for (const part of ['progress', 'check']) watch.allowRefusal(`404 GET /api/resources/${id}/${part}`);
      const reader = await newPage();
      await registerMember(reader.context().request);
      await reader.goto(`/resource/${id}`);
      await expect(reader.getByRole('heading', { name: 'Resource Not Found' })).toBeVisible();

      await openList(page, title);
      for (const words of ['Report', 'Purchase', '£12.50', 'Draft']) {
        await expect(row(page, title).getByText(words, { exact: true })).toBeVisible();
      }
      const change = page.waitForRequest((request) => request.method() === 'PATCH');
      await action(page, 'Publish', title).click();
      expect((await change).postDataJSON()).toEqual({ isPublished: true });
      await expectToast(page, 'Resource published', title);
      await expect(row(page, title).getByText('Published', { exact: true })).toBeVisible();
      await reader.reload();
      await expect(reader.getByRole('heading', { name: title })).toBeVisible();

      await action(page, 'Unpublish', title).click();
      await expectToast(page, 'Resource unpublished', title);
      await expect(row(page, title).getByText('Draft', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(row(page, title).getByText('Published', { exact: true })).toBeVisible();
      await action(page, 'Unpublish', title).click();
      await expect(row(page, title).getByText('Draft', { exact: true })).toBeVisible();
      await reader.reload();
      await expect(reader.getByRole('heading', { name: 'Resource Not Found' })).toBeVisible();
    },
  );

  administratorTest(
    'ADM-RES-16 ADM-05 publishing a resource without a price shows why it is refused',
    { tag: '@long' },
    async ({ page, office, watch }) => {
      const { id, title } = await office.addResource({ accessType: 'purchase', isPublished: false });
      watch.expectRefusal(`400 PATCH /api/admin/resources/${id}`);
      await openList(page, title);
      await action(page, 'Publish', title).click();
      const reason = 'A resource for purchase needs a price of at least £0.30 before it can be published.';
      await expectToast(page, 'Error', reason);
      await expect(row(page, title).getByText('Draft', { exact: true })).toBeVisible();
      expect((await office.getResource(id)).isPublished).toBe(false);
    },
  );

  administratorTest(
    'ADM-RES-15 ACCESS-19 takes a bought resource out of every list, and who bought it keeps it',
    { tag: '@long' },
    async ({ page, office, newPage }) => {
      const { id, title } = await office.addResource({ accessType: 'purchase', price: '5' });
      const buyer = await newPage();
      await registerMember(buyer.context().request);
      await buy(buyer.context().request, id);
      await openList(page, title);
      page.once('dialog', (dialog) => dialog.accept());
      await action(page, 'Delete', title).click();
      await expectToast(page, 'Resource withdrawn', `${title}. 1 member who bought it keeps it.`);
      await expect(row(page, title)).toHaveCount(0);

      await buyer.goto(`/browse?search=${title}`);
      await expect(buyer.getByRole('heading', { name: 'No resources found' })).toBeVisible();
      await buyer.goto(`/resource/${id}`);
      await expect(buyer.getByRole('heading', { name: title })).toBeVisible();
      await expect(ownWords(buyer, 'You have access')).toBeVisible();
    },
  );
});
