import { expect } from '@playwright/test';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { registerMember, signInAsAdministrator } from '#tests/browser/support/people.ts';
import { expectToast, pick } from '#tests/browser/support/screen.ts';
import { administratorTest, memberTest as test } from '#tests/browser/support/test.ts';

test('ORG-07 SEAT-03 SEAT-05 an administrator grants seats, an owner assigns them, takes one back, and the portal opens', {
  tag: ['@layout', '@long'],
}, async ({ page, member, newPage, office, watch, check }) => {
  const title = newTitle('Procurement Checks');
  const resource = await office.addResource({ accessType: 'purchase', price: '24', title });
  await verifyEmail(page.context().request, member.email);
  const name = newTitle('Northmere Council');
  const administration = await newPage();
  await signInAsAdministrator(administration.context().request);
  await administration.goto('/admin-dashboard/organisations');
  await administration.getByRole('button', { name: 'Create organisation' }).click();
  const making = administration.getByRole('dialog', { name: 'Create organisation' });
  await making.getByRole('button', { name: 'Create organisation' }).click();
  await expect(making.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name is required/);
  await making.getByRole('textbox', { name: 'Name' }).fill(name);
  await making.getByRole('textbox', { name: /Owner’s email/ }).fill('unknown@example.org');
  watch.expectRefusal('404 POST /api/admin/organisations');
  await making.getByRole('button', { name: 'Create organisation' }).click();
  await expect(making.getByRole('textbox', { name: /Owner’s email/ })).toHaveAccessibleDescription(
    /No member has verified this email address/,
  );
  await making.getByRole('textbox', { name: /Owner’s email/ }).fill(member.email);
  await making.getByRole('button', { name: 'Create organisation' }).click();
  await expectToast(administration, `${name} was created`);
  await administration.getByRole('searchbox', { name: 'Search organisations' }).fill(name);
  await administration.getByRole('link', { name }).click();
  await expect(administration.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(administration.getByText('This organisation has no seats.')).toBeVisible();

  await administration.getByRole('button', { name: 'Grant seats' }).click();
  const granting = administration.getByRole('dialog', { name: 'Grant seats' });
  await granting.getByRole('combobox', { name: 'For' }).selectOption('One resource');
  await granting.getByRole('button', { name: 'Grant seats' }).click();
  await expect(granting.getByRole('combobox', { name: 'Resource' })).toHaveAccessibleDescription(/Choose a resource/);
  await expect(granting.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Reason is required/);
  const narrow = granting.getByRole('searchbox');
  if (await narrow.isVisible()) await narrow.fill(title);
  await pick(granting.getByRole('combobox', { name: 'Resource' }), title);
  await granting.getByRole('spinbutton', { name: 'Seats' }).fill('2');
  await granting.getByRole('textbox', { name: 'Reason' }).fill('For the pilot');
  await granting.getByRole('button', { name: 'Grant seats' }).dblclick();
  await expectToast(administration, '2 seats were granted');
  await administration.getByRole('button', { name: 'Grant seats' }).click();
  await granting.getByRole('spinbutton', { name: 'Seats' }).fill('5');
  await granting.getByLabel(/Ends after/).fill('2099-03-03');
  await granting.getByRole('textbox', { name: 'Reason' }).fill('First year');
  await granting.getByRole('button', { name: 'Grant seats' }).click();
  await expectToast(administration, '5 seats were granted');
  await expect(administration.getByRole('table', { name: 'Granted and bought seats' }).getByRole('row')).toHaveCount(3);

  const learner = await newPage();
  const person = await registerMember(learner.context().request);
  await verifyEmail(learner.context().request, person.email);
  const { id } = await (await page.context().request.get('/api/user/organisation')).json();
  const invited = await page.context().request.post(`/api/organisations/${id}/invitations`, {
    data: { emails: [person.email], role: 'learner' },
  });
  await expect(invited).toBeOK();
  const { text } = await mailTo(page.context().request, person.email, /invites you/);
  await learner.goto(/\/invitation\?token=\S+/.exec(text)?.[0] ?? '');
  await learner.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(learner.getByRole('heading', { name: `You are in ${name}` })).toBeVisible();

  await page.goto('/organisation');
  await expect(page.getByText('2 people, 7 seats, you are an owner')).toBeVisible();
  await page.getByRole('tab', { name: 'Seats' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await check('seats without holders');
  await page.getByRole('button', { name: `Assign seats for ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign seats' });
  const learnerName = `${person.firstName} ${person.lastName}`;
  await expect(dialog.getByRole('checkbox', { name: 'All 2 people without a seat' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign seats' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one person');
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill(person.email);
  await dialog.getByRole('checkbox', { name: learnerName, description: person.email }).check();
  await expect(dialog.getByText('1 chosen, 1 seat left')).toBeVisible();
  await check('assign seats');
  await dialog.getByRole('button', { name: 'Assign 1 Seat' }).dblclick();
  await expectToast(page, '1 seat was assigned');
  await page.getByRole('button', { name: 'Assign seats for All subscription resources' }).click();
  await dialog.getByRole('button', { name: 'Paste addresses' }).click();
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(`${person.email}\nstranger@example.org`);
  watch.expectRefusal(`409 POST /api/organisations/${id}/seats/assign`);
  await dialog.getByRole('button', { name: 'Assign 2 Seats' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Line 2: “stranger@example.org” has not joined the organisation.',
  );
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(`${member.email}\n${person.email}`);
  await dialog.getByRole('button', { name: 'Assign 2 Seats' }).click();
  await expectToast(page, '2 seats were assigned');
  const holders = page.getByRole('table', { name: 'People with a seat' });
  await expect(holders.getByRole('row')).toHaveCount(4);
  await check('seats with holders');
  await page.getByRole('combobox', { name: 'Filter by seat' }).selectOption(title);
  await expect(holders.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Seats' })).toHaveAttribute('aria-selected', 'true');
  await expect(holders.getByRole('row')).toHaveCount(2);

  await learner.goto('/organisation');
  await expect(learner.getByRole('heading', { name: 'Your seats' })).toBeVisible();
  await learner.getByRole('link', { name: title }).click();
  await expect(learner.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const mayOpen = async () =>
    (await (await learner.context().request.get(`/api/resources/${resource.id}/access`)).json()).hasAccess;
  expect(await mayOpen()).toBe(true);

  await page.getByRole('button', { name: `Take back the seat of ${learnerName} for ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expectToast(page, `The seat of ${learnerName} was taken back`);
  expect(await mayOpen()).toBe(false);

  await administration.reload();
  await administration.getByRole('button', { name: /End now 5 seats/ }).click();
  await administration.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expectToast(administration, 'The seats have ended.');
  await administration.getByRole('button', { name: 'Close organisation' }).click();
  const closing = administration.getByRole('dialog', { name: `Close ${name}?` });
  await closing.getByRole('textbox').fill(name);
  await closing.getByRole('button', { name: 'Close organisation' }).click();
  await expectToast(administration, 'The organisation is closed.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Organisation' })).toBeVisible();
});

administratorTest(
  'ORG-07 the administrators’ screens of organisations keep to the layout',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office, playwright, baseURL }) => {
    const owner = await playwright.request.newContext({ baseURL });
    await registerMember(owner);
    const name = newTitle('Harbour Trust');
    const { id } = await (await owner.post('/api/organisations', { data: { name } })).json();
    await owner.dispose();
    const { id: resourceId } = await office.addResource({
      accessType: 'purchase',
      price: '24',
      title: newTitle('Checks'),
    });
    for (const seats of [
      { kind: 'resource', resourceId, seats: 3, reason: 'For the pilot', endsOn: '2099-03-03' },
      { kind: 'plan', seats: 12, reason: 'First year' },
    ]) {
      await expect(await page.context().request.post(`/api/admin/organisations/${id}/seats`, { data: seats })).toBeOK();
    }
    await page.goto(`/admin-dashboard/organisations?search=${encodeURIComponent(name)}`);
    await expect(page.getByText('0 of 15')).toBeVisible();
    await check('organisations');
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('table', { name: 'Granted and bought seats' }).getByRole('row')).toHaveCount(3);
    await check('an organisation');
    await page.getByRole('button', { name: 'Grant seats' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'For' }).selectOption('One resource');
    await check('grant seats');
  },
);
