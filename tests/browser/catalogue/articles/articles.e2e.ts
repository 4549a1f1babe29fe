import { expect, type Page } from '@playwright/test';
import type { AssessmentResult } from '#contract/learning/assessment.ts';
import { longArticle } from '#tests/browser/support/articles.ts';
import { makeAttempt } from '#tests/browser/support/assessment.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { failAnswers } from '#tests/browser/support/routes.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest } from '#tests/browser/support/test.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const form = (page: Page) => page.getByRole('form', { name: /^(Add|Edit) (Article|Insight|Newsletter)/ });
const text = (page: Page) => form(page).getByRole('textbox', { name: 'Text', exact: true });
const tool = (page: Page, name: string) =>
  form(page).getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });
const article = (page: Page) => page.getByRole('article');

async function addArticle(page: Page, tile = 'Article') {
  await page.goto('/');
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('button', { name: 'Add Resource' }).click();
  await dialog(page, 'Add Resource').getByRole('button', { name: tile, exact: true }).click();
  await expect(text(page)).toBeVisible();
}

const readingPositionSaved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/reading-position') && answer.request().method() === 'PUT');

administratorTest(
  'ADM-RES-07 GEN-31 an administrator writes by keyboard, a member reads it, and on paper it is a document',
  async ({ page, newPage }) => {
    await addArticle(page, 'Insight');
    const title = newTitle('Written by keyboard');
    await form(page).getByRole('textbox', { name: 'Title' }).fill(title);
    await form(page).getByRole('textbox', { name: 'Description' }).fill('About writing');
    await text(page).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(tool(page, 'Heading')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tool(page, 'Heading')).toHaveAttribute('aria-pressed', 'true');
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('Why it matters');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    for (const name of ['Smaller heading', 'Bold']) {
      await page.keyboard.press('ArrowRight');
      await expect(tool(page, name)).toBeFocused();
    }
    await page.keyboard.press('End');
    await expect(tool(page, 'Redo')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tool(page, 'Heading')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(text(page)).toBeFocused();
    await page.keyboard.press('Control+b');
    await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.type('Strong words');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' must be able to stop it, see ');
    await page.keyboard.press('Control+k');
    await dialog(page, 'Add link').getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Add link').getByRole('alert')).toContainText('Enter an https address');
    await dialog(page, 'Add link').getByRole('textbox', { name: 'Address' }).fill('/browse');
    await dialog(page, 'Add link').getByRole('textbox', { name: 'Words' }).fill('the catalogue');
    await page.keyboard.press('Enter');
    await expect(text(page)).toBeFocused();
    await page.keyboard.type('. Gone');
    await page.keyboard.press('Control+z');
    await expect(text(page)).not.toContainText('Gone');
    await page.keyboard.press('Control+Shift+z');
    await expect(text(page)).toContainText('Gone');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Control+]');
    await expect(text(page).locator('li li')).toHaveText('two');
    await form(page).getByRole('checkbox', { name: 'Published' }).or(form(page).getByRole('switch')).first().click();
    await form(page).getByRole('button', { name: 'Create Resource' }).click();
    await expectToast(page, 'Resource created');

    const reader = await newPage();
    await registerMember(reader.context().request);
    await reader.goto(`/browse?search=${encodeURIComponent(title)}`);
    await reader.getByRole('link', { name: title }).first().click();
    await reader.getByRole('link', { name: 'READ', exact: true }).click();
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(article(reader).getByRole('heading', { level: 2, name: 'Why it matters' })).toBeVisible();
    await expect(article(reader).locator('strong')).toHaveText('Strong words');
    await expect(article(reader).locator('li li')).toHaveText('two');
    await expect(reader.getByText('1 min read')).toBeVisible();
    await reader.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(article(reader).getByRole('heading', { level: 2, name: 'Why it matters' })).toBeVisible();
    for (const role of ['banner', 'navigation', 'button', 'progressbar'] as const) {
      await expect(reader.getByRole(role)).toHaveCount(0);
    }
    await reader.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await article(reader).getByRole('link', { name: 'the catalogue' }).click();
    await expect(reader).toHaveURL('/browse');
  },
);

administratorTest('keeps the form filled in after an error', { tag: '@long' }, async ({ page, watch }) => {
  await addArticle(page);
  await form(page).getByRole('textbox', { name: 'Title' }).fill(newTitle('Kept'));
  await form(page).getByRole('textbox', { name: 'Description' }).fill('Kept');
  await text(page).fill('Hours of work');
  const mend = await failAnswers(page, watch, '**/api/admin/resources');
  await form(page).getByRole('button', { name: 'Create Resource' }).click();
  await expectToast(page, 'Error');
  await mend();
  await expect(text(page)).toContainText('Hours of work');
});

administratorTest(
  'an edited text is the saved one, and other fields do not touch it',
  { tag: '@long' },
  async ({ page, office }) => {
    const { id, title } = await office.addResource({
      type: 'newsletter',
      title: newTitle('An issue'),
      article: longArticle('First'),
    });
    await page.goto('/admin-dashboard');
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await expect(text(page).getByRole('heading', { name: 'First' })).toBeVisible();
    await form(page).getByRole('textbox', { name: 'Description' }).fill('Changed');
    await form(page).getByRole('button', { name: 'Update Resource' }).click();
    await expectToast(page, 'Resource updated');
    const saved = async () => (await (await page.request.get(`/api/resources/${id}/article`)).json()).document;
    expect(await saved()).toEqual(longArticle('First'));
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await text(page).getByRole('heading', { name: 'First' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' of all');
    const again = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await form(page).getByRole('button', { name: 'Update Resource' }).click();
    await again;
    expect((await saved()).content[0].content).toEqual([{ type: 'text', text: 'First of all' }]);
  },
);

administratorTest(
  'GEN-20 hostile markup that is pasted leaves nothing that runs',
  { tag: '@long' },
  async ({ page }) => {
    await addArticle(page);
    const hostile = `<h1 onclick="alert(1)">Title</h1><script>alert(1)</script><p style="color:red">Plain
    <a href="javascript:alert(1)">bad</a> <a href="https://example.org/" onclick="alert(1)">good</a></p>
    <img src="x" onerror="alert(1)"><iframe src="https://example.org"></iframe><svg onload="alert(1)"></svg>
    <table><tr><td>cell</td></tr></table>`;
    page.on('dialog', () => expect('a dialog of the browser').toBe('none'));
    // The script is a string, because these tests are checked without the browser's types.
    await text(page).focus();
    await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData('text/html', ${JSON.stringify(hostile)});
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);
    await expect(text(page).getByRole('heading', { level: 2, name: 'Title' })).toBeVisible();
    await expect(text(page)).toContainText('Plain bad good');
    const markup = await text(page).innerHTML();
    expect(markup).not.toMatch(/script|onclick|onerror|onload|iframe|svg|style=|<img|<table/i);
    await expect(text(page).locator('a')).toHaveCount(1);
    await expect(text(page).locator('a')).toHaveAttribute('href', 'https://example.org/');
  },
);

memberTest(
  'MYRES-10 the place in a text is kept, and reading goes on there',
  { tag: '@long' },
  async ({ page, office }) => {
    const { id } = await office.addResource({
      type: 'article',
      title: newTitle('A long read'),
      article: longArticle('First', 'Second', 'Third', 'Fourth', 'Fifth'),
    });
    const begun = readingPositionSaved(page);
    await page.goto(`/resource/${id}/article`);
    await begun;
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Third' }).click();
    await expect(page).toHaveURL(`/resource/${id}/article#section-third`);
    await expect(contents.getByRole('link', { name: 'Third' })).toHaveAttribute('aria-current', 'location');
    await expect(article(page).getByRole('heading', { name: 'Third' })).toBeInViewport();
    const { completionPercentage, readingPositions } = await (await readingPositionSaved(page)).json();
    expect(readingPositions).toMatchObject([{ unit: 'block', length: 25 }]);
    expect(completionPercentage).toBeGreaterThan(40);
    expect(completionPercentage).toBeLessThan(80);

    await page.goto(`/resource/${id}`);
    await expect(page.getByRole('progressbar', { name: 'Your progress' })).toHaveAttribute(
      'aria-valuenow',
      String(completionPercentage),
    );
    await page.getByRole('link', { name: 'READ', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'You are back where you stopped reading.' })).toBeVisible();
    await expect(article(page).getByRole('heading', { name: 'First' })).not.toBeInViewport();
    await page.reload();
    await expect(page.getByText('You are back where you stopped reading.')).toBeVisible();
    await expect(article(page).getByRole('heading', { name: 'First' })).not.toBeInViewport();
    await page.getByRole('button', { name: 'Start from the beginning' }).click();
    await expect(article(page).getByRole('heading', { name: 'First' })).toBeInViewport();

    const ended = page.waitForResponse(async (answer) => {
      return (
        answer.url().endsWith('/reading-position') && answer.ok() && (await answer.json()).completionPercentage === 100
      );
    });
    await article(page).getByRole('link', { name: 'Back to the resource' }).scrollIntoViewIfNeeded();
    await ended;
    await expect(page.getByRole('progressbar', { name: 'Read so far' })).toHaveAttribute('aria-valuenow', '100');
  },
);

memberTest('an address leads to a section', { tag: '@long' }, async ({ page, office }) => {
  const { id } = await office.addResource({
    type: 'article',
    title: newTitle('Sections'),
    article: longArticle('First', 'Second', 'Third', 'Fourth'),
  });
  await page.goto(`/resource/${id}/article#section-third`);
  await expect(article(page).getByRole('heading', { name: 'Third' })).toBeInViewport();
  await expect(article(page).getByRole('heading', { name: 'First' })).not.toBeInViewport();
});

memberTest(
  'GEN-14 without access there is no text, and the way to it',
  { tag: '@long' },
  async ({ page, office, watch }) => {
    const { id } = await office.addResource({
      type: 'article',
      accessType: 'purchase',
      price: '5.00',
      title: newTitle('Paid'),
      article: longArticle('Sealed'),
    });
    watch.expectRefusal(`403 GET /api/resources/${id}/article`);
    await page.goto(`/resource/${id}/article`);
    await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
    await expect(page.getByText('Sealed')).toHaveCount(0);
    await page.getByRole('button', { name: 'Go to the resource' }).click();
    await expect(page.getByRole('button', { name: 'PURCHASE NOW' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'READ', exact: true })).toHaveCount(0);

    const { id: unwritten } = await office.addResource({ type: 'article', title: newTitle('Unwritten') });
    watch.expectRefusal(`404 GET /api/resources/${unwritten}/article`);
    watch.allowRefusal(`404 GET /resource/${unwritten}/article`);
    await page.goto(`/resource/${unwritten}/article`);
    await expect(page.getByRole('heading', { name: 'Nothing to read here' })).toBeVisible();
  },
);

memberTest(
  'DETAIL-25 the end of a text says that it is finished, what comes next, and leads back to the beginning',
  { tag: '@long' },
  async ({ page, office }) => {
    const { id, title } = await office.addResource({
      type: 'article',
      title: newTitle('Read to its end'),
      article: longArticle('First', 'Second', 'Third'),
    });
    await page.goto(`/resource/${id}/article`);
    await expect(page.getByRole('heading', { name: 'You are at the end' })).toBeAttached();
    await page.getByRole('heading', { name: 'What comes next' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: 'Finished' })).toBeVisible();
    const next = page.getByRole('region', { name: 'What comes next' });
    await expect(next.getByRole('listitem')).toHaveCount(3);
    await expect(next.getByText(title)).toHaveCount(0);
    await page.getByRole('button', { name: 'Read again' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeInViewport();
  },
);

memberTest(
  'DETAIL-25 an action of the plan is ticked off at the end of what helps with it',
  { tag: '@long' },
  async ({ page }) => {
    const attempt = await makeAttempt(page.request, 'initial', {
      startedAt: '2026-10-01T09:00:00Z',
      assessedOn: '2026-10-01',
    });
    const address = `/api/assessment/attempts/${attempt}`;
    const { actions }: AssessmentResult = await (await page.request.get(address)).json();
    const helped = actions.flatMap(({ id, text, resources }) =>
      resources.filter(({ type, cost }) => type === 'article' && cost === 'free').map((one) => ({ id, text, one })),
    );
    const [first] = helped;
    if (!first) throw new Error('No free article helps with an action');
    await page.request.put(`${address}/actions/${first.id}`, { data: { isDone: false } });
    await page.goto(`/resource/${first.one.id}/article`);
    const plan = page.getByRole('region', { name: /^This belongs to/ });
    const done = plan.getByRole('checkbox', { name: `Done: ${first.text}` });
    // The tick is shown before the server has it, and reloading the page would end the call.
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith(`${address}/actions/${first.id}`),
    );
    await done.press('Space');
    await expect(done).toBeChecked();
    await saved;
    await page.goto('/my-plan');
    await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
  },
);
