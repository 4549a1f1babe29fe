import { expect, type Page, type Request } from '@playwright/test';
import { newPerson } from '#tests/browser/support/people.ts';
import { memberTest, test } from '#tests/browser/support/test.ts';

const isVisit = (request: Request) => new URL(request.url()).pathname === '/api/public/visits';

/** Collects the visits that the page counts, in the order of its calls. */
function visitsOf(page: Page): unknown[] {
  const visits: unknown[] = [];
  page.on('request', (request) => {
    if (isVisit(request)) visits.push(request.postDataJSON());
  });
  return visits;
}

test('FRONT-15 a visit is counted once, by the host that led there, and goes along into the registration', {
  tag: '@long',
}, async ({ page, context }) => {
  const visits = visitsOf(page);
  const counted = page.waitForResponse((response) => isVisit(response.request()));
  await page.goto('/catalogue', { referer: 'https://www.news.example/item?id=7' });
  expect((await counted).status()).toBe(200);
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/catalogue\/\d+\//);
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/auth?view=register&landing=catalogue&host=news.example');
  const person = newPerson();
  await page.getByRole('textbox', { name: 'First Name' }).fill(person.firstName);
  await page.getByRole('textbox', { name: 'Last Name' }).fill(person.lastName);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/register'),
    page.getByRole('button', { name: 'Create Account' }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ arrival: { landing: 'catalogue', host: 'news.example' } });
  await expect(page).toHaveURL('/');
  expect(visits).toEqual([{ landing: 'catalogue', host: 'news.example' }]);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('arrival');
});

for (const { name, property, value } of [
  { name: 'Do Not Track', property: 'doNotTrack', value: '"1"' },
  { name: 'Global Privacy Control', property: 'globalPrivacyControl', value: 'true' },
]) {
  test(`FRONT-15 the browser sends nothing with ${name} on, and links say nothing about where the visitor came from`, {
    tag: '@long',
  }, async ({ page }) => {
    // Records that the page has read the property, and returns its value.
    await page.addInitScript(`Object.defineProperty(navigator, '${property}', {
      get() {
        document.documentElement.dataset.asked = '${property}';
        return ${value};
      },
    })`);
    const visits = visitsOf(page);
    await page.goto('/catalogue', { referer: 'https://news.example/' });
    await expect(page.locator('html')).toHaveAttribute('data-asked', property);
    await page.getByRole('link', { name: 'Register', exact: true }).click();
    await expect(page).toHaveURL('/auth?view=register');
    expect(visits).toEqual([]);
  });
}

memberTest(
  'FRONT-15 visits of members and reloaded pages are not counted',
  { tag: '@long' },
  async ({ page, newPage }) => {
    const visits = visitsOf(page);
    // Opens the app first, because the catalogue asks for no member in a browser that was never signed in.
    await page.goto('/');
    await page.goto('/catalogue');
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    expect(visits).toEqual([]);

    const visitor = await newPage();
    const counted = visitor.waitForResponse((response) => isVisit(response.request()));
    await visitor.goto('/catalogue');
    await counted;
    const repeated = visitsOf(visitor);
    await visitor.reload();
    // The link carries the visitor's arrival as soon as the reloaded page knows it.
    await expect(visitor.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
      'href',
      /landing=catalogue/,
    );
    expect(repeated).toEqual([]);
  },
);

test('FRONT-15 TRY-01 the assessment sends no visit; its links carry where the visitor came from', {
  tag: '@long',
}, async ({ page }) => {
  const visits = visitsOf(page);
  await page.goto('/assessment', { referer: 'https://www.news.example/item' });
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    /landing=assessment&host=news.example/,
  );
  expect(visits).toEqual([]);
});
