import { expect } from '@playwright/test';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

/** Returns the day that is `days` from now, in the format of a date field. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('LEARN-01 LEARN-02 LEARN-06 ORG-10 an owner assigns learning, a learner completes and confirms it, and both see it', {
  tag: '@layout',
}, async ({ page, member, newPage, office, check }) => {
  const free = await office.addResource({ accessType: 'free', title: newTitle('Explaining Decisions') });
  const paid = await office.addResource({ accessType: 'purchase', price: '24', title: newTitle('Procurement Checks') });
  await verifyEmail(page.context().request, member.email);
  const name = newTitle('Northmere Council');
  const made = await page.context().request.post('/api/organisations', { data: { name } });
  const { id } = await made.json();
  const learner = await newPage();
  const person = await registerMember(learner.context().request);
  await verifyEmail(learner.context().request, person.email);
  const learnerName = `${person.firstName} ${person.lastName}`;
  await page.context().request.post(`/api/organisations/${id}/invitations`, {
    data: { emails: [person.email], role: 'learner' },
  });
  const { text } = await mailTo(page.context().request, person.email, /invites you/);
  const token = /\/invitation\?token=([\w-]+)/.exec(text)?.[1];
  await expect(await learner.context().request.post(`/api/invitations/${token}/accept`)).toBeOK();

  await page.goto('/organisation');
  await page.getByRole('tab', { name: 'Learning' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing assigned yet' })).toBeVisible();
  await check('no assigned learning');
  await page.getByRole('button', { name: 'Assign learning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign learning' });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one resource');
  const search = dialog.getByRole('searchbox', { name: 'Search resources' });
  await search.fill(paid.title);
  await dialog.getByRole('checkbox', { name: paid.title }).check();
  await dialog.getByRole('radio', { name: 'People by name' }).check();
  await dialog.getByRole('checkbox', { name: learnerName, description: person.email }).check();
  await check('assign learning');
  await dialog.getByRole('checkbox', { name: paid.title }).uncheck();
  await search.fill(free.title);
  await dialog.getByRole('checkbox', { name: free.title }).check();
  await dialog.getByRole('radio', { name: /^Everyone/ }).check();
  await dialog.getByLabel('Due date').fill(dayIn(20));
  await dialog.getByRole('combobox', { name: 'Refresh' }).selectOption('Every 12 months');
  await dialog.getByRole('checkbox', { name: /Ask people to confirm/ }).check();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).dblclick();
  await expectToast(page, '2 assignments were made');
  const table = page.getByRole('table', { name: 'Assignments' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await check('assigned learning');
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Completed');
  await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Learning' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('All statuses');

  await mailTo(page.context().request, person.email, /assigned “/);
  await learner.goto('/organisation');
  await expect(learner.getByRole('heading', { level: 1, name: 'Your learning' })).toBeVisible();
  await expect(learner.getByText(`Assigned by ${name}. 1 to do, 0 completed.`)).toBeVisible();
  await expect(learner.getByRole('heading', { name: 'What your organisation can see' })).toBeVisible();
  await learner.getByRole('link', { name: `Start ${free.title}` }).click();
  const note = learner.getByRole('region', { name: 'Assigned learning' });
  await expect(note).toContainText(`Assigned by ${name}`);
  await expect(note).toContainText('in 20 days');
  await expect(note.getByRole('checkbox')).toHaveCount(0);
  await learner.getByRole('button', { name: 'Mark as finished' }).click();
  const asking = learner.getByRole('dialog', { name: 'Confirm to complete it' });
  await asking.getByRole('checkbox', { name: 'I have read and understood this.' }).check();
  await asking.getByRole('button', { name: 'Confirm' }).dblclick();
  await expectToast(learner, 'Confirmed');
  await expect(learner.getByRole('dialog')).toContainText('Certificate of completion');
  await expect(learner.getByRole('dialog').getByRole('img', { name: /^QR code of http/ })).toBeVisible();
  await learner.getByRole('button', { name: 'Close dialog' }).click();
  await expect(learner.getByRole('dialog')).toHaveCount(0);
  await expect(note).toContainText('Completed');
  await learner.goto('/organisation/my-learning');
  await expect(learner.getByText(`Assigned by ${name}. 0 to do, 1 completed.`)).toBeVisible();

  await page.reload();
  await expect(table.getByRole('row').filter({ hasText: person.email })).toContainText('Completed');
  const ownRow = table.getByRole('row').filter({ hasText: member.email });
  await ownRow.getByRole('button', { name: /^Due date for/ }).click();
  const due = page.getByRole('dialog', { name: 'Change the due date' });
  await due.getByLabel('Due date').fill(dayIn(-1));
  await due.getByRole('button', { name: 'Save' }).click();
  await expect(due.getByRole('alert')).toHaveText('Choose a day from today on');
  await due.getByLabel('Due date').fill(dayIn(40));
  await due.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'The due date was changed');
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('row').filter({ hasText: person.email })).toContainText('1 of 1');
  await page.getByRole('tab', { name: 'Learning' }).click();
  await page.getByRole('button', { name: `End for ${free.title}`, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expectToast(page, 'The assignments have ended');
  await expect(page.getByRole('heading', { name: 'Nothing assigned yet' })).toBeVisible();
});

test('LEARN-06 ORG-10 a person’s own learning keeps to the layout', { tag: ['@layout', '@long'] }, async ({
  page,
  member,
  office,
  check,
}) => {
  await verifyEmail(page.context().request, member.email);
  const request = page.context().request;
  const { id } = await (await request.post('/api/organisations', { data: { name: newTitle('Harbour Trust') } })).json();
  const [one, other] = [
    await office.addResource({ accessType: 'free', title: newTitle('Escalation Plan') }),
    await office.addResource({ accessType: 'free', title: newTitle('Oversight Register') }),
  ];
  const form = { resourceIds: [one.id, other.id], all: true, dueOn: dayIn(10), asksConfirmation: true };
  await expect(await request.post(`/api/organisations/${id}/assignments`, { data: form })).toBeOK();
  await request.put(`/api/resources/${one.id}/finished`, { data: { isFinished: true } });
  await page.goto('/organisation/my-learning');
  await expect(page.getByRole('link', { name: `Continue ${one.title}` })).toBeVisible();
  await check('own learning');
  await page.goto(`/resource/${one.id}`);
  await expect(page.getByRole('region', { name: 'Assigned learning' }).getByRole('checkbox')).toBeVisible();
  await check('the page of an assigned resource');
});
