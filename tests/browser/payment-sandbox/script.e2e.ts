import { expect, type Page } from '@playwright/test';
import { answerBank, cardForm, cards, fillCard } from '../support/card-form.ts';
import { type PaymentSandbox, type SandboxObject, sandboxOf } from '../support/sandbox.ts';
import { test as base } from '../support/test.ts';

const test = base.extend<{ sandbox: PaymentSandbox }>({
  sandbox: async ({ request }, use) => use(await sandboxOf(request, process.env.PORTAL_DATA_DIR ?? '')),
});

type Setup = SandboxObject & { client_secret: string };

async function newSetup(sandbox: PaymentSandbox, extra: Record<string, string> = {}): Promise<Setup> {
  const customer = await sandbox.call('POST', 'customers', { email: 'ann@example.org' });
  const intent = await sandbox.call('POST', 'setup_intents', { customer: customer.id, ...extra });
  return { ...intent, client_secret: String(intent.client_secret) };
}

/** Puts the payment element into a page of the portal, as its own screens do. */
async function mountForm(page: Page, sandbox: PaymentSandbox, clientSecret: string): Promise<void> {
  await page.goto('/auth');
  await page.addScriptTag({ url: '/sandbox/payments/v3/stripe.js' });
  await page.evaluate(`(() => {
    window.stripe = Stripe('${sandbox.publishableKey}');
    window.elements = stripe.elements({ clientSecret: '${clientSecret}' });
    const place = document.createElement('main');
    document.body.replaceChildren(place);
    elements.create('payment').mount(place);
  })()`);
}

/** Begins a confirmation without waiting for it, because the bank may ask in between. */
async function beginConfirm(page: Page): Promise<void> {
  await page.evaluate(`void (window.result = stripe.confirmSetup({ elements, redirect: 'if_required' }))`);
}

test('PAY-01 confirmSetup saves a card; declined it says why and takes the next one', { tag: '@long' }, async ({
  page,
  sandbox,
  watch,
}) => {
  const setup = await newSetup(sandbox);
  await mountForm(page, sandbox, setup.client_secret);
  await beginConfirm(page);
  expect(await page.evaluate('result')).toMatchObject({ error: { type: 'validation_error' } });
  await fillCard(page, cards.declined);
  watch.expectRefusal(`402 POST /sandbox/payments/v1/setup_intents/${setup.id}/confirm`);
  await beginConfirm(page);
  expect(await page.evaluate('result')).toMatchObject({ error: { type: 'card_error', code: 'card_declined' } });
  await fillCard(page, cards.good);
  await beginConfirm(page);
  expect(await page.evaluate('result')).toMatchObject({ setupIntent: { id: setup.id, status: 'succeeded' } });
  const read = await page.evaluate(`stripe.retrieveSetupIntent('${setup.client_secret}')`);
  expect(read).toMatchObject({ setupIntent: { id: setup.id, status: 'succeeded' } });
  expect(read).not.toHaveProperty('setupIntent.customer');
});

test('PAY-02 confirmSetup asks the bank’s question, and gives its answer', { tag: '@long' }, async ({
  page,
  sandbox,
}) => {
  const setup = await newSetup(sandbox);
  await mountForm(page, sandbox, setup.client_secret);
  await fillCard(page, cards.threeDSecure);
  await beginConfirm(page);
  await answerBank(page, 'Fail');
  expect(await page.evaluate('result')).toMatchObject({
    error: { code: 'setup_intent_authentication_failure', setup_intent: { status: 'requires_payment_method' } },
  });
  await beginConfirm(page);
  await answerBank(page, 'Complete');
  expect(await page.evaluate('result')).toMatchObject({ setupIntent: { status: 'succeeded' } });
});

test('PAY-02 handleNextAction shows the question of an intent that was confirmed by the server', {
  tag: '@long',
}, async ({ page, sandbox }) => {
  const setup = await newSetup(sandbox, { confirm: 'true', payment_method: 'pm_card_threeDSecure2Required' });
  await mountForm(page, sandbox, setup.client_secret);
  await page.evaluate(`void (window.result = stripe.handleNextAction({ clientSecret: '${setup.client_secret}' }))`);
  await expect(cardForm.bank(page)).toContainText('confirm this card');
  await answerBank(page, 'Complete');
  expect(await page.evaluate('result')).toMatchObject({ setupIntent: { status: 'succeeded' } });
});
