import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { mailTo, verifyEmail } from '#tests/browser/support/mails.ts';
import { newPerson } from '#tests/browser/support/people.ts';
import { expectToast } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('ORG-04 GEN-23 an owner verifies a domain by an email, a person of it asks to join and is accepted', {
  tag: ['@layout', '@long'],
}, async ({ page, member, newPage, watch, check }) => {
  const domain = `northmere-${randomUUID().slice(0, 8)}.example`;
  await verifyEmail(page.context().request, member.email);
  await page.goto('/billing');
  await page.getByRole('link', { name: 'Organisation', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Northmere Council');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Northmere Council' })).toBeVisible();
  const { id } = await (await page.context().request.get('/api/user/organisation')).json();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a domain' });
  watch.expectRefusal(`400 POST /api/organisations/${id}/domains`);
  await adding.getByRole('textbox', { name: 'Domain' }).fill('gmail.com');
  await adding.getByRole('button', { name: 'Add domain' }).click();
  await expect(adding.getByText('“gmail.com” gives addresses to everybody.')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Domain' }).fill(domain);
  await page.goBack();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(adding.getByRole('textbox', { name: 'Domain' })).toHaveValue(domain);
  await adding.getByRole('button', { name: 'Add domain' }).click();

  const proof = page.getByRole('dialog', { name: `Verify ${domain}` });
  await expect(proof.getByRole('textbox', { name: 'Record name' })).toHaveValue(`_portal-verification.${domain}`);
  await check('verify a domain');
  const [listed] = await (await page.context().request.get(`/api/organisations/${id}/domains`)).json();
  watch.expectRefusal(`409 POST /api/organisations/${id}/domains/${listed.id}/check`);
  await proof.getByRole('textbox', { name: 'Code' }).fill('AAAAA-AAAAA');
  await proof.getByRole('button', { name: 'Verify' }).click();
  await expect(
    proof.getByText('This code is wrong, was replaced by a newer one, or is older than a day.'),
  ).toBeVisible();
  await proof.getByRole('button', { name: /^Send a code to postmaster@/ }).click();
  await expect(proof.getByRole('status')).toHaveText(`The code is on its way to postmaster@${domain}.`);
  const { text } = await mailTo(page.context().request, `postmaster@${domain}`, /Verify/);
  await proof.getByRole('textbox', { name: 'Code' }).fill(/[A-Z2-9]{5}-[A-Z2-9]{5}/.exec(text)?.[0] ?? '');
  await proof.getByRole('button', { name: 'Verify' }).click();
  await expectToast(page, `${domain} is verified`);

  const choice = page.getByRole('dialog', { name: domain });
  await choice.getByRole('radio', { name: 'They may ask' }).check();
  await check('how people join by a domain');
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(choice).toBeHidden();
  await expect(page.getByText('An owner or manager approves.')).toBeVisible();

  const theirs = await newPage();
  const person = { ...newPerson(), email: `kaldor@${domain}` };
  expect((await theirs.context().request.post('/api/register', { data: person })).status()).toBe(201);
  await theirs.goto('/organisation');
  await expect(theirs.getByRole('button', { name: 'Create organisation' })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Ask to join' })).toHaveCount(0);
  await verifyEmail(theirs.context().request, person.email);
  await theirs.reload();
  await theirs.getByRole('button', { name: 'Ask to join' }).dblclick();
  await expect(theirs.getByText('You have asked to join.')).toBeVisible();

  await page.goto('/organisation');
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('1 person asks to join');
  await expect(page.getByRole('table', { name: 'Requests to join' }).getByRole('row')).toHaveCount(2);
  await check('organisation with domain and request');
  await page.getByRole('button', { name: 'Accept Ines Kaldor' }).click();
  await expect(page.getByText('2 people, you are an owner')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Requests to join' })).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: 'What your organisation can see' })).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: `Change ${domain}` }).click();
  await choice.getByRole('button', { name: 'Remove domain' }).click();
  await choice.getByRole('button', { name: `Remove ${domain}?` }).click();
  await expect(page.getByRole('button', { name: `Change ${domain}` })).toHaveCount(0);
});
