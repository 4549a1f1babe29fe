import { expect, type Page } from '@playwright/test';
import { keyboardOf } from '#tests/browser/support/keyboard.ts';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

const form = (page: Page) => page.getByRole('form', { name: /^(Add|Edit) Learning Path/ });
const steps = (page: Page, section = 'Understand it') =>
  page.getByRole('region', { name: section }).getByRole('listitem');
const flags = { isOptional: false, asksAnew: false, asksFinished: false };
const talk = { ...flags, id: 'talk', kind: 'text', title: 'Talk to your manager', text: 'Ask three questions.' };
const resourceStep = (resourceId: number) => ({ ...flags, id: `r${resourceId}`, kind: 'resource', resourceId });
const pathOf = (...steps: object[]) => ({
  order: 'in_order',
  sections: [{ title: 'Understand it', summary: 'What it is, and what it is not.', steps }],
});

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
    await fields.getByRole('button', { name: 'Add text' }).click();
    await fields.getByRole('textbox', { name: 'Title of the text' }).last().fill('Read this first');
    await fields.getByRole('textbox', { name: 'Text', exact: true }).last().fill('How this path works.');
    await fields.getByRole('button', { name: 'Move to…: Read this first' }).click();
    await check('the positions to which a step moves');
    await page.getByRole('menuitem', { name: 'Position 1' }).click();
    await fields.getByRole('switch', { name: 'Published' }).check();
    await check('form of a path');
    await fields.getByRole('button', { name: 'Create Learning Path' }).click();
    await expectToast(page, 'Resource created', title);
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    await expect(fields.getByRole('list', { name: 'Steps of section 1' }).getByRole('listitem')).toHaveText([
      /Read this first/,
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
      path: pathOf(resourceStep(report.id), talk, { ...flags, id: 'assess', kind: 'assessment', isOptional: true }),
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

memberTest(
  'PATH-01 the page of a path for sale says what it opens, what is open already and what the member completed',
  { tag: ['@layout', '@long'] },
  async ({ page, office, check }) => {
    const free = await office.addResource({ title: newTitle('A free report'), estimatedDuration: 30 });
    const sold = await office.addResource({ title: newTitle('A sold report'), accessType: 'purchase', price: '24' });
    const path = await office.addResource({
      type: 'path',
      title: newTitle('Working beside an assistant'),
      accessType: 'purchase',
      price: '19',
      path: pathOf(resourceStep(free.id), resourceStep(sold.id), talk),
    });
    await page.context().request.put(`/api/resources/${free.id}/finished`, { data: { isFinished: true } });
    await page.goto(`/resource/${path.id}`);
    await expect(page.getByText('Open to you already')).toBeVisible();
    await expect(page.getByText(/so you start with 1 of 3 steps/)).toBeVisible();
    await expect(steps(page)).toHaveText([/Completed/, new RegExp(sold.title), /Talk to your manager/]);
    await expect(page.getByText('Ask three questions.')).toHaveCount(0);
    await check('page of a path for sale');
  },
);

memberTest(
  'PATH-02 PATH-03 ORG-10 a manager assigns a path and sees it through; the learner is led from step to step to the certificate',
  { tag: '@long' },
  async ({ page, member, newPage, office }) => {
    const report = await office.addResource({ title: newTitle('A report') });
    const title = newTitle('The way of the team');
    await office.addResource({ type: 'path', title, path: pathOf(resourceStep(report.id), talk) });
    const { request } = page.context();
    await verifyEmail(request, member.email);
    const made = await request.post('/api/organisations', { data: { name: newTitle('Northmere Council') } });
    const { id } = await made.json();
    const learner = await newPage();
    const person = await registerMember(learner.context().request);
    await verifyEmail(learner.context().request, person.email);
    await request.post(`/api/organisations/${id}/invitations`, { data: { emails: [person.email], role: 'learner' } });
    const { text } = await mailTo(request, person.email, /invites you/);
    const token = /\/invitation\?token=([\w-]+)/.exec(text)?.[1];
    await expect(await learner.context().request.post(`/api/invitations/${token}/accept`)).toBeOK();

    await page.goto('/organisation?tab=learning');
    await page.getByRole('button', { name: 'Assign learning' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign learning' });
    await dialog.getByRole('searchbox', { name: 'Search resources' }).fill(title);
    await dialog.getByRole('checkbox', { name: title }).check();
    await dialog.getByRole('radio', { name: 'People by name' }).check();
    await dialog.getByRole('checkbox', { description: person.email }).check();
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await expectToast(page, '1 assignment was made');
    const row = page.getByRole('table', { name: 'Assignments' }).getByRole('row').filter({ hasText: person.email });
    await expect(row).toContainText('Not started');

    await learner.goto('/');
    const assigned = learner.getByRole('region', { name: 'Assigned to you' });
    await assigned.getByRole('link', { name: `Start ${title}` }).click();
    await learner.getByRole('button', { name: 'Start path' }).click();
    await learner.getByRole('link', { name: `Open ${report.title}` }).click();
    await learner.getByRole('button', { name: 'Mark as finished' }).click();
    await expect(learner.getByRole('button', { name: 'Mark as not finished' })).toBeVisible();
    await learner.goto('/');
    await expect(assigned).toContainText('step 2 of 2');
    await expect(assigned).toContainText('Next: Talk to your manager');
    await page.reload();
    await expect(row).toContainText('In progress');

    await assigned.getByRole('link', { name: `Continue ${title}` }).click();
    await learner.getByRole('button', { name: /^I have read this/ }).click();
    await expect(learner.getByText('You completed this path.')).toBeVisible();
    await page.reload();
    await expect(row).toContainText('Completed');
    await learner.goto('/');
    await expect(learner.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(assigned).toHaveCount(0);
    const certificates = await (await learner.context().request.get('/api/user/certificates')).json();
    expect(certificates).toMatchObject([{ resource: title }]);
  },
);

administratorTest(
  'PATH-04 an administrator builds a path by keyboard alone: search, text, order and save',
  { tag: '@long' },
  async ({ page, office }, info) => {
    const words = newTitle('Meadow');
    const [first, second] = [
      await office.addResource({ title: `${words} first` }),
      await office.addResource({ title: `${words} second` }),
    ];
    const keyboard = keyboardOf(page, info);
    await page.goto('/admin-dashboard/resources/new?type=path');
    const fields = form(page);
    await keyboard.task('build a path', async () => {
      await keyboard.tabTo(fields.getByRole('textbox', { name: 'Title', exact: true }));
      await keyboard.type(`${words} path`);
      await keyboard.tabTo(fields.getByRole('textbox', { name: 'Description' }));
      await keyboard.type('Steps for new colleagues.');
      const search = fields.getByRole('searchbox', { name: 'Add a resource to section 1' });
      await keyboard.tabTo(search);
      for (const { title } of [second, first]) {
        await keyboard.type(title);
        await expect(page.getByRole('option', { name: title })).toBeVisible();
        await keyboard.press('ArrowDown', 'Enter');
        await expect(fields.getByRole('button', { name: `Pick up ${title}` })).toBeVisible();
        await expect(search).toBeFocused();
      }
      const handle = fields.getByRole('button', { name: `Pick up ${first.title}` });
      await keyboard.tabBackTo(handle);
      await keyboard.press('Space', 'ArrowUp', 'Space');
      await expect(handle).toBeFocused();
      await keyboard.tabTo(fields.getByRole('button', { name: 'Add text' }));
      await keyboard.press('Enter');
      const textTitle = fields.getByRole('textbox', { name: 'Title of the text' });
      await keyboard.tabBackTo(textTitle);
      await keyboard.type('Talk to your manager');
      await keyboard.tabTo(fields.getByRole('textbox', { name: 'Text', exact: true }));
      await keyboard.type('Ask three questions.');
      await keyboard.tabTo(fields.getByRole('button', { name: 'Create Learning Path' }));
      await keyboard.press('Enter');
      await expectToast(page, 'Resource created', `${words} path`);
    });
    await page.goto(`/admin-dashboard?search=${encodeURIComponent(`${words} path`)}`);
    await page.getByRole('button', { name: `Edit ${words} path`, exact: true }).click();
    await expect(fields.getByRole('list', { name: 'Steps of section 1' }).getByRole('listitem')).toHaveText([
      new RegExp(first.title),
      new RegExp(second.title),
      /Talk to your manager/,
    ]);
  },
);
