import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

const form = (page: Page) => page.getByRole('form', { name: /^(Add|Edit) Learning Path/ });
const steps = (page: Page, section = 'Understand it') =>
  page.getByRole('region', { name: section }).getByRole('listitem');
const flags = { isOptional: false, asksAnew: false, asksFinished: false };

administratorTest(
  'PATH-04 a path is built by search, keys and buttons, warns about drafts, and is saved as it was ordered',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    const words = newTitle('Estuary');
    const first = await office.addResource({ title: `${words} first` });
    const draft = await office.addResource({ title: `${words} draft`, isPublished: false });
    const title = `${words} path`;
    await page.goto('/admin-dashboard/resources/new?type=path');
    const fields = form(page);
    await fields.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await fields.getByRole('textbox', { name: 'Description' }).fill('Steps for new colleagues.');
    await fields.getByRole('textbox', { name: 'Heading' }).fill('Understand it');
    const search = fields.getByRole('searchbox', { name: 'Add a resource to section 1' });
    for (const one of [draft, first]) {
      await search.pressSequentially(one.title);
      await page.getByRole('option', { name: one.title }).click();
    }
    await fields.getByRole('button', { name: 'Add text' }).click();
    await fields.getByRole('textbox', { name: 'Title of the text' }).fill('Talk to your manager');
    await fields.getByRole('textbox', { name: 'Text', exact: true }).fill('Ask three questions.');
    await expect(fields.getByText('This resource is a draft.')).toBeVisible();
    await fields.getByRole('button', { name: `Move up: ${first.title}` }).click();
    await fields.getByRole('switch', { name: 'Published' }).check();
    await check('form of a path');
    await fields.getByRole('button', { name: 'Create Learning Path' }).click();
    await expectToast(page, 'Resource created', title);
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    await expect(fields.getByRole('list', { name: 'Steps of section 1' }).getByRole('listitem')).toHaveText([
      new RegExp(first.title),
      new RegExp(draft.title),
      /Talk to your manager/,
    ]);
  },
);

memberTest(
  'PATH-02 a member starts a path, sees the next step first, and completes it step by step',
  { tag: '@layout' },
  async ({ page, office, check }) => {
    const report = await office.addResource({ title: newTitle('A report'), estimatedDuration: 30 });
    const path = await office.addResource({
      type: 'path',
      title: newTitle('Working beside an assistant'),
      path: {
        order: 'in_order',
        sections: [
          {
            title: 'Understand it',
            summary: 'What it is, and what it is not.',
            steps: [
              { ...flags, id: 'report', kind: 'resource', resourceId: report.id },
              { ...flags, id: 'talk', kind: 'text', title: 'Talk to your manager', text: 'Ask three questions.' },
              { ...flags, id: 'assess', kind: 'assessment', isOptional: true },
            ],
          },
        ],
      },
    });
    await page.goto(`/resource/${path.id}`);
    await page.getByRole('button', { name: 'Start path' }).click();
    await expect(page.getByText('Next: step 1 of 2')).toBeVisible();
    await expect(page.getByRole('heading', { name: report.title }).first()).toBeFocused();
    await expect(steps(page)).toHaveText([/Next/, /Opens after step 1\./, /Optional/]);
    await check('page of a path');
    await page.getByRole('link', { name: `Open ${report.title}` }).click();
    await page.getByRole('button', { name: 'Mark as finished' }).click();
    await expect(page.getByRole('button', { name: 'Mark as not finished' })).toBeVisible();
    await page.goto('/my-resources?shelf=free');
    await page.goto(`/resource/${path.id}`);
    await expect(page.getByText('Next: step 2 of 2')).toBeVisible();
    await page.getByRole('button', { name: /^I have read this/ }).click();
    await expect(page.getByText('2 of 2 steps')).toBeVisible();
    await expect(steps(page).filter({ hasText: 'Read again' })).toBeFocused();
    await expect(page.getByText('You completed this path.')).toBeVisible();
    await check('page of a completed path');
  },
);
