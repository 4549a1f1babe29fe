import { expect, type Page } from '@playwright/test';
import { newTitle } from '../support/office.ts';
import { buy } from '../support/payments.ts';
import { registerMember } from '../support/people.ts';
import { answerOf } from '../support/routes.ts';
import { expectToast, ownWords } from '../support/screen.ts';
import { administratorTest, memberTest, test } from '../support/test.ts';

const row = (page: Page, title: string) => page.getByRole('article', { name: title });
/** Other tests add whole pages of resources, so the list is asked for these words. */
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
  administratorTest('ADM-01 sees the same screen at both addresses, the resources first', async ({ page }) => {
    for (const path of ['/admin', '/admin-dashboard']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Resources' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('article').first()).toBeVisible();
    }
  });

  administratorTest(
    'ADM-RES-01 ADM-RES-02 ADM-RES-13 publishes a draft in its place and takes it back',
    async ({ page, office, newPage, watch }) => {
      const { id, title } = await office.addResource({ accessType: 'purchase', price: '12.5', isPublished: false });
      watch.expectRefusal(`404 GET /api/resources/${id}`);
      // The page of the reader may still be asking when the resource is taken back.
      watch.allowRefusal(`404 GET /api/resources/${id}/progress`);
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
    'ADM-RES-04 deletes after the question of the browser, and nothing happens when it is dismissed',
    async ({ page, office }) => {
      const words = newTitle('Deleted');
      const kept = await office.addResource({ title: `${words} not` });
      const { id, title } = await office.addResource({ title: `${words} yes` });
      const asked: string[] = [];
      const deletions: string[] = [];
      page.on('request', (request) => request.method() === 'DELETE' && deletions.push(new URL(request.url()).pathname));
      await openList(page, words);
      page.once('dialog', async (dialog) => {
        asked.push(`${dialog.type()}: ${dialog.message()}`);
        await dialog.dismiss();
      });
      await action(page, 'Delete', title).click();
      expect(asked).toEqual(['confirm: Are you sure you want to delete this resource?']);
      expect(deletions).toEqual([]);

      page.once('dialog', (dialog) => dialog.accept());
      await action(page, 'Delete', title).click();
      await expectToast(page, 'Resource deleted', title);
      await expect(row(page, title)).toHaveCount(0);
      await expect(row(page, kept.title)).toBeVisible();
      expect(deletions).toEqual([`/api/admin/resources/${id}`]);
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

  administratorTest(
    'ADM-RES-07 ADM-RES-12 edits what is there and sees it in the list at once',
    async ({ page, office }) => {
      const words = newTitle('Edited');
      const { id } = await office.addResource({
        title: `${words} before`,
        type: 'book',
        tags: ['kept'],
        estimatedDuration: 40,
      });
      const before = await office.getResource(id);
      const title = `${words} after`;
      await openList(page, words);
      await action(page, 'Edit', before.title).click();
      const form = page.getByRole('form', { name: 'Edit Book' });
      await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue(before.title);
      await expect(form.getByRole('spinbutton', { name: /^Estimated Duration/ })).toHaveValue('40');
      await form.getByRole('textbox', { name: 'Title' }).fill(title);
      await form.getByRole('combobox', { name: 'Access Type' }).selectOption('Purchase');
      await form.getByRole('spinbutton', { name: 'Price' }).fill('7.25');
      await form.getByRole('button', { name: 'Update Resource' }).click();
      await expectToast(page, 'Resource updated', title);
      await expect(form).toHaveCount(0);
      await expect(row(page, title)).toContainText('£7.25');
      await expect(row(page, before.title)).toHaveCount(0);
      expect(await office.getResource(before.id)).toEqual({
        ...before,
        title,
        accessType: 'purchase',
        price: 7.25,
        inside: { ...before.inside, updatedAt: expect.any(String) },
      });
    },
  );

  administratorTest('ADM-RES-05 the page says when there are no resources yet', async ({ page }) => {
    await answerOf(page, /\/api\/admin\/resources/, { json: [], headers: { 'x-total-count': '0' } });
    await page.goto('/admin-dashboard');
    await expect(page.getByRole('heading', { name: 'No resources yet' })).toBeVisible();
  });
});
