import { expect, type Page } from '@playwright/test';
import { answerTo } from '../support/assessment.ts';
import { cardForm, cards } from '../support/card-form.ts';
import { makeBook } from '../support/files.ts';
import { expectAtHeading, expectFocusInMain, type Keyboard, keyboardOf, slowDown } from '../support/keyboard.ts';
import { newTitle } from '../support/office.ts';
import { newPerson } from '../support/people.ts';
import { ownWords, passwordField } from '../support/screen.ts';
import { signInScreen } from '../support/sign-in.ts';
import { test } from '../support/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const { field } = signInScreen;

/**
 * Answers every question, the first of each section with "Initial" and the others one level up, and opens each next
 * section.
 */
async function answerAll(page: Page, keyboard: Keyboard): Promise<void> {
  for (let section = 0; section < 4; section += 1) {
    for (let question = 1; question <= 3; question += 1) {
      const number = section * 3 + question;
      await keyboard.tabTo(answerTo(page, number, 'Initial'));
      await keyboard.press(question === 1 ? 'Space' : 'ArrowDown');
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(question);
    }
    if (section === 3) return;
    await keyboard.tabTo(button(page, 'Next'));
    await keyboard.press('Enter');
    await expect(page.getByText(`Section ${section + 2} of 4`)).toBeVisible();
    await expectFocusInMain(page);
  }
}

test(
  'AUTH-05 DASH-12 DASH-14 PLAN-03 CHECKOUT-07 DASH-13 BROWSE-18 a newcomer by keyboard alone and on a slow line registers, says her role, takes the assessment, makes a plan, buys a report, reads it, finds it again and returns to the list as she left it',
  { tag: '@long' },
  async ({ page, office }, info) => {
    const title = newTitle('Oversight in practice');
    const fileUrl = await office.upload(await makeBook('oversight-in-practice.pdf', 4));
    await office.addResource({ title, accessType: 'purchase', price: '19.99', fileUrl });
    const keyboard = keyboardOf(page, info);
    const person = newPerson();
    await slowDown(page);
    await page.goto('/');

    await keyboard.task('register', async () => {
      await keyboard.tabTo(signInScreen.signInTab(page));
      await keyboard.press('ArrowRight');
      for (const [name, value] of [
        ['First Name', person.firstName],
        ['Last Name', person.lastName],
        ['Email', person.email],
      ] as const) {
        await keyboard.tabTo(field(page, name));
        await keyboard.type(value);
      }
      await keyboard.tabTo(passwordField(page));
      await keyboard.type(person.password);
      await keyboard.press('Enter');
      await expectAtHeading(page, `Welcome, ${person.firstName}`);
    });

    await keyboard.task('say role and goal', async () => {
      await keyboard.tabTo(page.getByRole('radio', { name: 'Executive leader' }));
      await keyboard.press('Space');
      await keyboard.tabTo(page.getByRole('radio').and(page.locator('[name=goal]')).first());
      await keyboard.press('Space');
      await keyboard.tabTo(button(page, 'Show what fits'));
      await keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /^(For your role|Free to start)$/ }).first()).toBeFocused();
    });

    await keyboard.task('take the assessment', async () => {
      await keyboard.tabBackTo(button(page, 'Start the assessment'));
      await keyboard.press('Enter');
      // The questions are a separate page, which begins at its top.
      await expect(page.getByText('Section 1 of 4')).toBeVisible();
      await answerAll(page, keyboard);
      await keyboard.tabTo(button(page, 'View Results'));
      await keyboard.press('Enter');
      await expectAtHeading(page, /^Overall maturity: /);
    });

    await keyboard.task('make a plan', async () => {
      await keyboard.tabTo(button(page, /^Add the first \d+ to my plan$/));
      await keyboard.press('Enter');
      await expect(region(page, 'Recommendations').getByRole('link', { name: 'Open my plan' })).toBeFocused();
      await keyboard.press('Enter');
      await expectAtHeading(page, 'My plan');
      await keyboard.tabTo(page.getByRole('checkbox', { name: /^Done: / }).first());
      await keyboard.press('Space');
      await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
      await expectFocusInMain(page);
    });

    await keyboard.task('buy a report', async () => {
      await keyboard.press('/');
      await keyboard.type(title);
      await expect(page.getByRole('option', { name: title })).toBeVisible();
      await keyboard.press('Enter');
      await expectAtHeading(page, title);
      await keyboard.tabTo(button(page, 'PURCHASE NOW'));
      await keyboard.press('Enter');
      await expectAtHeading(page, 'Checkout');
      for (const [name, value] of [
        ['number', cards.good],
        ['expiry', '1240'],
        ['cvc', '123'],
      ] as const) {
        await keyboard.tabTo(cardForm[name](page));
        await keyboard.type(value);
      }
      await keyboard.tabTo(cardForm.payButton(page));
      await keyboard.press('Enter');
      await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible();
      await expectFocusInMain(page);
      await expectAtHeading(page, title);
      await expect(ownWords(page, 'You have access')).toBeVisible();
    });

    await keyboard.task('read it', async () => {
      await keyboard.tabTo(page.getByRole('link', { name: 'READ', exact: true }));
      await keyboard.press('Enter');
      await expectAtHeading(page, title);
      await keyboard.tabTo(button(page, 'Next page'));
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/reading-position'));
      await keyboard.press('Enter');
      await expect(page.getByText('These are the words of page 2.')).toBeVisible();
      await saved;
    });

    await keyboard.task('sign out', async () => {
      await keyboard.tabBackTo(page.getByRole('link', { name: 'Back to the resource' }));
      await keyboard.press('Enter');
      await expectAtHeading(page, title);
      await keyboard.tabBackTo(page.getByRole('button', { name: 'User menu' }));
      await keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
      await keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
      await keyboard.press('Enter');
      await expectAtHeading(page, 'Welcome back');
    });

    await keyboard.task('return and go on', async () => {
      await keyboard.tabTo(field(page, 'Email'));
      await keyboard.type(person.email);
      await keyboard.tabTo(passwordField(page));
      await keyboard.type(person.password);
      await keyboard.press('Enter');
      await expectAtHeading(page, `Welcome back, ${person.firstName}`);
      await keyboard.tabTo(region(page, 'Continue').getByRole('link', { name: `Continue ${title}` }));
      await keyboard.press('Enter');
      await expectAtHeading(page, title);
      await expect(page.getByText('These are the words of page 2.')).toBeVisible();
    });

    await page.goto(`/browse?type=report&search=${encodeURIComponent(title)}`);
    await page.getByRole('link', { name: `Learn More about ${title}` }).press('Enter');
    await expectAtHeading(page, title);
    await page.getByRole('link', { name: 'READ', exact: true }).press('Enter');
    await expect(page.getByText('These are the words of page 2.')).toBeVisible();

    await keyboard.task('return to the list with its filters', async () => {
      await keyboard.tabBackTo(page.getByRole('link', { name: 'Back to the resource' }));
      await keyboard.press('Enter');
      await expectAtHeading(page, title);
      await keyboard.tabBackTo(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'));
      await keyboard.press('Enter');
      await expect(page.getByRole('checkbox', { name: /^Report/ })).toBeChecked();
      await expect(page.getByText('Showing 1 resource')).toBeVisible();
    });
  },
);
