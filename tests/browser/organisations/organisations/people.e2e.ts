import { expect, type Page } from '@playwright/test';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newPerson, registerMember } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

/** The id of the organisation of the member who is signed in. */
async function organisationOf(page: Page): Promise<number> {
  return (await (await page.context().request.get('/api/user/organisation')).json()).id;
}

test('ORG-03 a link that does not work says so', { tag: '@long' }, async ({ page, watch }) => {
  const token = 'a'.repeat(43);
  watch.expectRefusal('404 POST /api/invitations/open');
  await page.goto(`/invitation?token=${token}`);
  await expect(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible();
  await expect(page.getByText('This invitation does not work any more.')).toBeVisible();
});

test('ORG-01 ORG-02 ORG-03 ORG-05 ORG-10 an owner makes an organisation, invites, appoints and removes', {
  tag: '@layout',
}, async ({ page, member, newPage, watch, check }) => {
  await verifyEmail(page.context().request, member.email);
  const invited = await newPage();
  const joining = await registerMember(invited.context().request);
  await verifyEmail(invited.context().request, joining.email);

  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organisation' }).click();
  await expect(page.getByRole('button', { name: 'Create organisation' })).toBeVisible();
  await check('no organisation yet');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name is required/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Northmere Council');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Northmere Council' })).toBeVisible();
  await expect(page.getByText('1 person, you are an owner')).toBeVisible();

  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog
    .getByRole('textbox', { name: 'Email addresses' })
    .fill(`bram@northmere\n${joining.email}\n${joining.email}`);
  await expect(dialog.getByRole('list', { name: 'Lines to correct' }).getByRole('listitem')).toHaveText([
    'Line 1 “bram@northmere”: This is not an email address.',
    `Line 3 “${joining.email}”: The same address is in line 2.`,
  ]);
  await check('invite people');
  await dialog.getByRole('button', { name: 'Invite 1 Person' }).click();
  await expect(dialog.getByText('Correct or remove the lines below first.')).toBeVisible();
  watch.expectRefusal(`409 POST /api/organisations/${await organisationOf(page)}/invitations`);
  const { email: later } = newPerson();
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(`${later}\n${member.email}`);
  await dialog.getByRole('button', { name: 'Invite 2 People' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    `Line 2: “${member.email}” is in the organisation already. No invitation was sent.`,
  );
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(`${later}\nKaldor, Ines, ${joining.email}`);
  await dialog.getByRole('button', { name: 'Invite 2 People' }).click();
  await expectToast(page, '2 invitations are on their way.');
  const waiting = page.getByRole('table', { name: 'Pending invitations' });
  await expect(waiting.getByRole('row')).toHaveCount(3);
  await check('organisation with invitations');
  await waiting.getByRole('button', { name: `Withdraw ${later}` }).click();
  await expectToast(page, 'The invitation is withdrawn.');

  const { text } = await mailTo(page.context().request, joining.email, /invites you/);
  await invited.goto(/\/invitation\?token=\S+/.exec(text)?.[0] ?? '');
  await expect(invited.getByRole('heading', { name: 'Northmere Council invites you' })).toBeVisible();
  await invited.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(invited.getByRole('heading', { name: 'You are in Northmere Council' })).toBeVisible();
  await invited.getByRole('link', { name: 'See your organisation' }).click();
  await expect(invited.getByRole('heading', { name: 'What your organisation can see' })).toBeVisible();
  await expect(invited.getByRole('table')).toHaveCount(0);

  await page.reload();
  const name = `${joining.firstName} ${joining.lastName}`;
  await expect(page.getByText('2 people, you are an owner')).toBeVisible();
  await page
    .getByRole('combobox', { name: `Role of ${name}` })
    .last()
    .selectOption('Manager');
  await expectToast(page, `${name} is now a manager`);
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('1 person, you are an owner')).toBeVisible();
  await invited.reload();
  await expect(invited.getByRole('button', { name: 'Create organisation' })).toBeVisible();
});

test('ORG-05 ORG-09 the last owner cannot leave; closing asks for the name', {
  tag: ['@layout', '@long'],
}, async ({ page, check }) => {
  await page.goto('/organisation');
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Trust');
  await page.getByRole('button', { name: 'Create organisation' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Trust' })).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toHaveAccessibleDescription(/^You are the only owner/);
  await check('settings of the organisation');
  await page.getByRole('button', { name: 'Close organisation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close Harbour Trust?' });
  await dialog.getByRole('button', { name: 'Close organisation' }).click();
  await expect(dialog.getByText('Type the name exactly as it is written.')).toBeVisible();
  await dialog.getByRole('textbox').fill('Harbour Trust');
  await dialog.getByRole('button', { name: 'Close organisation' }).click();
  await expect(page.getByRole('button', { name: 'Create organisation' })).toBeVisible();
});
