import { expect, type Page } from '@playwright/test';
import { newTitle } from '#tests/browser/support/office.ts';
import { administratorTest, memberTest, test } from '#tests/browser/support/test.ts';

// One after the other, because each publishes the content of the whole portal, and expects no other version in between.
// They change only words that no other test reads.
test.describe.configure({ mode: 'serial' });

const address = '/admin-dashboard/content';

memberTest('PERM-02 a member has no Content screen', { tag: '@long' }, async ({ page, member }) => {
  expect(member.email).not.toBe('');
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

type File = { words: { roles: Record<string, { description: string | null }> } };

/** Downloads the current content by the screen's button. */
async function download(page: Page): Promise<File> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as a file' }).click();
  const stream = await (await coming).createReadStream();
  let text = '';
  for await (const chunk of stream) text += chunk;
  return JSON.parse(text);
}

const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('File of content').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

administratorTest(
  'CONTENT-03 CONTENT-04 CONTENT-05 an administrator downloads the content, reads each mistake and each change, and publishes it',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    const { id } = await office.addResource({ title: newTitle('For policy leads'), roleAffiliations: ['policy_lead'] });
    await page.goto('/admin-dashboard/settings');
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible();
    await check('the Content screen');
    const file = await download(page);

    await choose(page, 'notes.txt', 'Hello');
    await expect(page.getByText('Choose a JSON file, such as the one you downloaded here.')).toBeVisible();
    await choose(page, 'content.json', '{"words":');
    await expect(page.getByRole('table', { name: 'Mistakes' })).toContainText('is not complete JSON');
    await choose(page, 'content.json', JSON.stringify({ ...file, colour: 'blue' }));
    const mistakes = page.getByRole('table', { name: 'Mistakes' });
    await expect(mistakes).toContainText('colour');
    await expect(page.getByText('1 mistake. Correct the file, then choose it again.')).toBeVisible();
    await check('the Content screen with a mistake');

    await choose(page, 'content.json', JSON.stringify(file));
    await expect(page.getByText('There is nothing to publish.', { exact: false })).toBeVisible();
    const description = `Writes the rules for the use of AI. ${newTitle('Words')}`;
    Object.assign(file.words.roles.policy_lead ?? {}, { description });
    await choose(page, 'content.json', JSON.stringify(file));
    await expect(page.getByText('No mistakes. 1 place changes.')).toBeVisible();
    const changes = page.getByRole('table', { name: 'Changes' });
    await expect(changes).toContainText('words.roles.policy_lead.description');
    await expect(changes).toContainText(description);
    await check('the Content screen with a change');
    await page.getByRole('button', { name: /^Publish as version/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Every member and visitor sees it at once.');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(/^Version \d+ is published$/).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(changes).toHaveCount(0);

    await page.goto(`/resource/${id}?tab=applicability`);
    await expect(page.getByText(description)).toBeVisible();
  },
);

administratorTest(
  'CONTENT-05 an older version is published again, and an administrator who is too late reads why nothing was published',
  { tag: '@long' },
  async ({ page, watch }) => {
    watch.expectRefusal('409 POST /api/admin/content/versions');
    await page.goto(address);
    const file = await download(page);
    Object.assign(file.words.roles.policy_lead ?? {}, { description: newTitle('Too late') });
    await choose(page, 'content.json', JSON.stringify(file));
    await expect(page.getByText('No mistakes. 1 place changes.')).toBeVisible();
    const state = await (await page.request.get('/api/admin/content')).json();
    const faster = JSON.stringify({ ...file, words: withDescription(file, newTitle('Faster')) });
    await page.request.post('/api/admin/content/versions', { data: { text: faster, current: state.current } });
    await page.getByRole('button', { name: /^Publish as version/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(/^Another administrator published version \d+/).first()).toBeVisible();
    // The check has run again against the version of the other administrator.
    await expect(page.getByRole('table', { name: 'Changes' })).toContainText('Faster');

    // Reloads, because the toast would cover the button.
    await page.reload();
    await page.getByRole('button', { name: 'Publish again version 0.1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
    await expect(page.getByText(/^Version \d+ is published$/).first()).toBeVisible();
    expect((await (await page.request.get('/api/config')).json()).words).toBeNull();
  },
);

function withDescription({ words }: File, description: string): File['words'] {
  return { ...words, roles: { ...words.roles, policy_lead: { ...words.roles.policy_lead, description } } };
}
