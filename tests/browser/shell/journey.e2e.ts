import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { fillCard } from '../support/card-form.ts';
import { makePdf } from '../support/files.ts';
import { newTitle } from '../support/office.ts';
import { newPerson, signInAsAdministrator } from '../support/people.ts';
import { cardOf, expectToast, ownWords } from '../support/screen.ts';
import { fillRegistration, signInScreen, welcomeOf } from '../support/sign-in.ts';
import { test } from '../support/test.ts';

test('CHECKOUT-07 CHECKOUT-08 ADM-TPL-01 a new member finds, buys and downloads a template that an administrator published', async ({
  page,
  newPage,
}) => {
  const title = newTitle('Oversight register');
  const file = await makePdf('oversight-register.pdf', 'Every model, its owner and its limits.');

  const office = await newPage();
  await signInAsAdministrator(office.context().request);
  await test.step('an administrator publishes a template', async () => {
    await office.goto('/admin-dashboard');
    await office.getByRole('button', { name: 'Add Resource' }).click();
    await office.getByRole('button', { name: 'Downloadable Template' }).click();
    const form = office.getByRole('form', { name: 'Add Downloadable Template' });
    await form.getByRole('textbox', { name: 'Title' }).fill(title);
    await form.getByRole('textbox', { name: 'Description' }).fill('A register of models.\nWith an example row.');
    await form.getByLabel('Template File').setInputFiles(file);
    await form.getByRole('combobox', { name: 'Access Type' }).selectOption('Purchase');
    await form.getByRole('spinbutton', { name: 'Price' }).fill('19.99');
    await form.getByRole('switch', { name: 'Published' }).check();
    await expect(form.getByRole('button', { name: `Remove ${file.name}` })).toBeVisible();
    await form.getByRole('button', { name: 'Create Template' }).click();
    await expectToast(office, 'Resource created', title);
    await expect(cardOf(office, title)).toContainText('Published');
  });

  const person = newPerson();
  await test.step('a person registers', async () => {
    await page.goto('/');
    await fillRegistration(page, person);
    await signInScreen.createButton(page).click();
    await expect(welcomeOf(page)).toContainText(person.firstName);
  });

  await test.step('finds the template by search and sees what it costs', async () => {
    await page.getByRole('link', { name: 'Browse Resources' }).first().click();
    await page.getByRole('searchbox', { name: 'Search resources' }).fill(title);
    await expect(page.getByText('Showing 1 resources')).toBeVisible();
    await expect(cardOf(page, title).getByText('Purchase Required', { exact: true })).toBeVisible();
    await expect(cardOf(page, title)).toContainText('£19.99');
    await cardOf(page, title)
      .getByRole('link', { name: /^Learn More/ })
      .click();
    await expect(ownWords(page, 'Purchase Required')).toBeVisible();
  });
  const resourcePath = new URL(page.url()).pathname;

  await test.step('pays', async () => {
    await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await fillCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay £19.99' }).click();
    await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible();
  });

  await test.step('lands on the template, which is open, and downloads the very file', async () => {
    await expect(page).toHaveURL(resourcePath);
    await expect(ownWords(page, 'You have access')).toBeVisible();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'DOWNLOAD', exact: true }).click();
    const bytes = await readFile(await (await started).path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes).toEqual(file.buffer);
    await expectToast(page, 'Download Started', `${title} is being downloaded.`);
  });
});
