import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { verifyEmail } from '#tests/browser/support/mails.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('BADGE-01 BADGE-02 BADGE-03 a holder makes, shares and replaces a badge, and anyone checks its picture', {
  tag: ['@layout'],
}, async ({ page, member, newPage, office, check }) => {
  const title = newTitle('Explaining Decisions');
  const resource = await office.addResource({ accessType: 'free', title });
  const { request } = page.context();
  await verifyEmail(request, member.email);
  const made = await request.post('/api/organisations', { data: { name: newTitle('Northmere Council') } });
  const { id } = await made.json();
  const assigned = await request.post(`/api/organisations/${id}/assignments`, {
    data: { resourceIds: [resource.id], all: true, dueOn: '2027-01-01', refreshMonths: 12, asksConfirmation: false },
  });
  await expect(assigned).toBeOK();
  await expect(await request.put(`/api/resources/${resource.id}/finished`, { data: { isFinished: true } })).toBeOK();

  await page.goto('/organisation/my-learning');
  await page.getByRole('button', { name: `Certificate for ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Open badge' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'My name' })).not.toBeChecked();
  await check('choices of a badge');
  await dialog.getByRole('button', { name: 'Make badge' }).click();
  await expect(dialog.getByText(/It shows nothing about you\./)).toBeVisible();
  const loading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download picture' }).click();
  const first = await (await loading).path();
  await dialog.getByRole('switch', { name: 'Share this badge' }).click();
  await expect(dialog.getByRole('link', { name: 'Link of the badge' })).toBeVisible();
  await check('badge');

  const [{ code }] = await (await request.get('/api/user/certificates')).json();
  const anyone = await newPage();
  await anyone.goto(`/verify/${code}`);
  const shared = anyone.waitForEvent('download');
  await anyone.getByRole('link', { name: 'Download JSON' }).click();
  const json = await (await shared).path();
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject({ name: title });
  await anyone.goto('/verify');
  await anyone.getByLabel('File of the badge').setInputFiles(json);
  await expect(anyone.getByRole('heading', { name: 'This badge is valid' })).toBeVisible();
  await expect(anyone.getByText('Not in the badge')).toBeVisible();

  await dialog.getByRole('button', { name: 'Change what it says' }).click();
  await dialog.getByRole('checkbox', { name: 'My name' }).check();
  await expect(dialog.getByText(/Copies of the old one stay with those who have them/)).toBeVisible();
  await check('another choice for a badge');
  await dialog.getByRole('button', { name: 'Make new badge' }).click();
  await expectToast(page, 'The badge is made');
  await expect(dialog.getByText(/It shows your name\./)).toBeVisible();
  await expect(dialog.getByRole('switch', { name: 'Share this badge' })).not.toBeChecked();

  await page.goto('/verify');
  await check('verify without a file');
  await page.getByLabel('File of the badge').setInputFiles(first);
  await expect(page.getByRole('heading', { name: 'This badge was replaced' })).toBeVisible();
  await check('replaced badge');
  const picture = await readFile(first);
  picture[picture.indexOf('Explaining')] = 0x65;
  await page.getByLabel('File of the badge').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('heading', { name: 'This badge was altered' })).toBeVisible();
  await check('altered badge');
});
