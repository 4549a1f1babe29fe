import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

const okay = async (request: Promise<{ ok(): boolean; json(): Promise<unknown> }>) => {
  const reply = await request;
  expect(reply.ok()).toBe(true);
  return reply.json();
};

/** Creates an organisation of the signed-in member, with five more people. */
async function foundOrganisation(page: Page, newPage: () => Promise<Page>) {
  const { request } = page.context();
  const { id } = (await okay(request.post('/api/organisations', { data: { name: 'Northmere Council' } }))) as {
    id: number;
  };
  const others: { request: APIRequestContext; email: string; name: string }[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { request: own } = (await newPage()).context();
    const { email, firstName, lastName } = await registerMember(own);
    await verifyEmail(own, email);
    others.push({ request: own, email, name: `${firstName} ${lastName}` });
  }
  const emails = others.map(({ email }) => email);
  await okay(request.post(`/api/organisations/${id}/invitations`, { data: { emails, role: 'learner' } }));
  for (const { request: own, email } of others) {
    const { text } = await mailTo(request, email, /invites you/);
    const token = /token=([\w-]+)/.exec(text)?.[1];
    await okay(own.post(`/api/invitations/${token}/accept`));
  }
  return { rounds: `/api/organisations/${id}/assessment-rounds`, others };
}

test('TEAM-01 TEAM-03 TEAM-04 TEAM-05 TEAM-06 ORG-02 GEN-23 a round from start to report', { tag: '@layout' }, async ({
  page,
  member,
  newPage,
  watch,
  check,
}) => {
  const { request } = page.context();
  await verifyEmail(request, member.email);
  const { rounds, others } = await foundOrganisation(page, newPage);

  await page.goto('/billing');
  await page.getByRole('link', { name: 'Organisation', exact: true }).click();
  await page.getByRole('tab', { name: 'Assessment' }).click();
  await expect(page.getByText('No rounds yet')).toBeVisible();
  await page.getByRole('button', { name: 'Start a round' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a round' });
  await dialog.getByRole('button', { name: 'Start round' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(/Enter a title/);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Autumn 2026');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Autumn 2026');
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill('Technical leads');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('checkbox').nth(1).check();
  await expect(dialog.getByText('2 people chosen')).toBeVisible();
  await check('start a round');
  await dialog.getByRole('button', { name: 'Start round' }).dblclick();
  await expectToast(page, 'Autumn 2026 was started', '6 people get an email.');
  await expect(page.getByText('0 of 6 answered')).toBeVisible();
  await check('rounds');

  const [{ id }] = (await okay(request.get(rounds))) as [{ id: number }];
  const sheet = (await okay(request.get(`${rounds}/${id}/answers`))) as {
    questions: { version: string; sections: { questions: { id: string }[] }[] };
  };
  const questions = sheet.questions.sections.flatMap((section) => section.questions);
  for (const [index, other] of others.entries()) {
    const level = index === 0 ? 'advanced' : 'initial';
    const answers = Object.fromEntries(questions.map((question) => [question.id, level]));
    const data = { contentVersion: sheet.questions.version, answers };
    await okay(other.request.post(`${rounds}/${id}/answers`, { data }));
  }

  await page.getByRole('link', { name: 'Answer Autumn 2026' }).click();
  await expect(page.getByText('No other person sees your answers')).toBeVisible();
  await page.getByRole('radio', { name: 'Emerging' }).first().check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Emerging' }).first()).toBeChecked();
  for (let section = 0; section < 4; section += 1) {
    for (const choice of await page.getByRole('radio', { name: 'Emerging' }).all()) await choice.check();
    if (section < 3) await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByRole('button', { name: 'Send answers' }).click();
  await expectToast(page, 'Your answers are saved', 'You can change them until the round closes.');

  watch.expectRefusal(`409 GET ${rounds}/${id}/results`);
  await page.goto(`/organisation/assessment/${id}`);
  await expect(page.getByRole('heading', { name: 'This round is still open' })).toBeVisible();
  await page.getByRole('link', { name: 'All rounds' }).click();
  await page.getByRole('button', { name: 'Close Autumn 2026' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close round' }).click();
  await expectToast(page, 'Autumn 2026 is closed');
  await page.getByRole('link', { name: 'Autumn 2026' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Overall: Initial' })).toBeVisible();
  await expect(page.getByText(/6 of 6 answered/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where you disagree most' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('img', { name: /^Initial 4, Emerging 1, .* Median Initial\.$/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Technical leads/ })).toContainText('Hidden to protect the people');
  await check('results of a round');
  await page.getByRole('button', { name: 'View as table' }).click();
  await check('results of a round as figures');

  await page.getByRole('button', { name: 'Choose an owner' }).first().click();
  const action = page.getByRole('dialog', { name: 'Action' });
  await action.getByRole('combobox', { name: 'Owner' }).selectOption({ index: 1 });
  await action.getByRole('combobox', { name: 'Status' }).selectOption('In progress');
  await check('action of a plan');
  await action.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Plan' }).getByText('In progress')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report for the board' }).click();
  expect((await download).suggestedFilename()).toMatch(/^assessment-round-.*\.pdf$/);
});
