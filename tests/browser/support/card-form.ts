import { expect, type Page } from '@playwright/test';

/** Cards of the payment sandbox (PAY-02). */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  threeDSecure: '4000002500003155',
};

/** Parts of the payment form (LABEL-10). */
export const cardForm = {
  number: (page: Page) => page.getByLabel('Card number'),
  expiry: (page: Page) => page.getByLabel('Expiry (MM/YY)'),
  cvc: (page: Page) => page.getByLabel('CVC'),
  payButton: (page: Page) => page.getByRole('button', { name: /^Pay / }),
  bank: (page: Page) => page.getByRole('dialog', { name: '3-D Secure' }),
};

/** @param expiry identifies a person's card together with the number, because a free trial is one per card (ACCT-06) */
export async function fillCard(page: Page, number: string, expiry = '12/40'): Promise<void> {
  await cardForm.number(page).fill(number);
  await cardForm.expiry(page).fill(expiry);
  await cardForm.cvc(page).fill('123');
}

export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  await cardForm.bank(page).getByRole('button', { name: answer }).click();
  await expect(cardForm.bank(page)).toHaveCount(0);
}
