import { expect, type Page } from '@playwright/test';
import { longArticle } from '../support/articles.ts';
import { answer } from '../support/assessment.ts';
import { cards, fillCard } from '../support/card-form.ts';
import { verifyEmail } from '../support/mails.ts';
import { newTitle } from '../support/office.ts';
import { newPerson } from '../support/people.ts';
import { presses } from '../support/presses.ts';
import { expectToast, passwordField } from '../support/screen.ts';
import { welcomeOf } from '../support/sign-in.ts';
import { bySubscription } from '../support/subscriptions.ts';
import { administratorTest, memberTest, test } from '../support/test.ts';

// Five of the seven ways of tests/README.md; those of a link in a mail are in pages/entry.

test.describe.configure({ mode: 'parallel' });

async function fillIn(page: Page, { firstName, lastName, email, password } = newPerson()): Promise<void> {
  await page.getByRole('textbox', { name: 'First Name' }).fill(firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill(lastName);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await passwordField(page).fill(password);
}

test('TRY-03 DASH-02 from a visitor’s result to the dashboard that shows it in at most four presses', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/assessment');
  await page.getByRole('button', { name: 'Start the assessment' }).click();
  for (let number = 1; number <= 12; number += 1) {
    await answer(page, number, 'Developing');
    if (number % 3 === 0 && number < 12) await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await page.getByRole('button', { name: 'View Results' }).click();
  await expect(page.getByRole('heading', { name: 'Keep this result' })).toBeVisible();

  const { press, names } = presses(page);
  await press('link', 'Register and keep it');
  await fillIn(page);
  await press('button', 'Create Account');
  await expect(page.getByRole('heading', { level: 1, name: 'Overall maturity: Developing' })).toBeVisible();
  await press('link', 'Dashboard');
  await expect(welcomeOf(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'My plan' })).toContainText('Developing');
  expect(names.length, names.join(', ')).toBeLessThanOrEqual(4);
});

memberTest(
  'SUBSCR-06 SUBSCR-09 from a resource of the subscription to reading it in at most six presses beside the card’s fields',
  { tag: '@long' },
  async ({ page, office }) => {
    const { id, title } = await office.addResource({
      ...bySubscription,
      type: 'article',
      article: longArticle('First'),
    });
    await page.goto(`/resource/${id}`);
    const { press, names } = presses(page);
    await press('button', 'SUBSCRIBE');
    await fillCard(page, cards.good);
    await press('button', /^Subscribe for/);
    await expect(page).toHaveURL(`/resource/${id}`);
    await press('link', 'READ');
    await expect(page).toHaveURL(`/resource/${id}/article`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(6);
  },
);

test('FRONT-07 ENTRY-05 a visitor finds a resource, and has it among the saved ones after at most five presses', {
  tag: '@long',
}, async ({ page, office }) => {
  const title = newTitle('Found from outside');
  await office.addResource({ title, type: 'report', accessType: 'free' });
  await page.goto('/catalogue');
  const { press, names } = presses(page);
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill(title);
  await press('button', 'Search');
  await press('link', title);
  await press('link', 'Save for later');
  await expect(page.getByText(title).first()).toBeVisible();
  await press('tab', 'Register');
  await fillIn(page);
  await press('button', 'Create Account');
  await expect(page.getByRole('button', { name: 'Save for later' }).first()).toHaveAttribute('aria-pressed', 'true');
  const saved = async () => (await page.request.get('/api/user/saved-resources')).text();
  await expect.poll(saved).toContain(title);
  expect(names.length, names.join(', ')).toBeLessThanOrEqual(5);
});

memberTest(
  'ORG-02 ORG-12 LEARN-06 an owner’s first day: an organisation, an invitation and learning for all in at most ten presses',
  { tag: '@long' },
  async ({ page, member, office }) => {
    const { title } = await office.addResource({ accessType: 'free', type: 'article' });
    await verifyEmail(page.context().request, member.email);
    await page.goto('/');
    const { press, names } = presses(page);
    await press('link', 'Organisation');
    await page.getByRole('textbox', { name: 'Name' }).fill('Northmere Council');
    await press('button', 'Create organisation');
    await press('button', 'Invite people');
    await page.getByRole('textbox', { name: 'Email addresses' }).fill(newPerson().email);
    await press('button', 'Invite 1 Person');
    await expectToast(page, 'The invitation is on its way.');
    await press('tab', /^Learning/);
    await press('button', 'Assign learning');
    await page.getByRole('searchbox', { name: 'Search resources' }).fill(title);
    await press('checkbox', title);
    await press('radio', /^Everyone/);
    await press('button', /^Assign$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(
      page
        .getByRole('row', { name: title })
        .or(page.getByRole('link', { name: title }))
        .first(),
    ).toBeVisible();
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(10);
  },
);

administratorTest(
  'ADM-RES-07 FRONT-02 a publisher’s article is public after at most five presses',
  { tag: '@long' },
  async ({ page, newPage }) => {
    const title = newTitle('A new article');
    await page.goto('/');
    const { press, names } = presses(page);
    await press('link', 'Admin Dashboard');
    await press('button', 'Add Resource');
    await press('button', 'Article');
    const form = page.getByRole('form', { name: /^Add Article/ });
    await form.getByRole('textbox', { name: 'Title' }).fill(title);
    await form.getByRole('textbox', { name: 'Description' }).fill('Written on the first day.');
    await form.getByRole('textbox', { name: 'Text', exact: true }).fill('The first words of it.');
    await press('switch', 'Published');
    await press('button', 'Create Resource');
    await expectToast(page, 'Resource created', title);
    const visitor = await newPage();
    await visitor.goto(`/catalogue?search=${encodeURIComponent(title)}`);
    await expect(visitor.getByRole('link', { name: title }).first()).toBeVisible();
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(5);
  },
);
