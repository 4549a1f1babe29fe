import { expect, type Page } from '@playwright/test';
import { makePdf, makePng } from '../support/files.ts';
import { newTitle, type Office } from '../support/office.ts';
import { buy } from '../support/payments.ts';
import { newPerson } from '../support/people.ts';
import { answerOf, failAnswers, holdAnswers } from '../support/routes.ts';
import { cardOf, expectToast, passwordField } from '../support/screen.ts';
import { fillSignIn, signInScreen, welcomeOf } from '../support/sign-in.ts';
import { administratorTest, memberTest, test } from '../support/test.ts';

const list = /\/api\/resources\?/;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test.describe.configure({ mode: 'parallel' });

test('GEN-18 GEN-19 GEN-21 the pages for visitors fit, pass axe and have names', {
  tag: '@layout',
}, async ({ page, check, watch }) => {
  await page.goto('/auth');
  await expect(signInScreen.signInButton(page)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass(/\bdark\b/);
  await check('sign-in');
  watch.expectRefusal('401 POST /api/login');
  await fillSignIn(page, newPerson());
  await signInScreen.signInButton(page).click();
  await expectToast(page, 'Login failed');
  await check('a failed sign-in');
  await signInScreen.registerTab(page).click();
  await signInScreen.createButton(page).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await check('registration with errors');
  await page.goto('/reset-password');
  await expect(button(page, 'Go to Login Page')).toBeVisible();
  await check('a dead link');
  await answerOf(page, '/api/validate-reset-token', { json: { message: '' } });
  await page.goto('/reset-password?token=any');
  await button(page, 'Reset Password').click();
  await expect(passwordField(page, 'New Password')).toBeFocused();
  await check('a new password');
  watch.expectRefusal('404 GET /no/such/page');
  await page.goto('/no/such/page');
  await expect(button(page, 'Go to Dashboard')).toBeVisible();
  await check('the 404 page');
});

memberTest(
  'GEN-18 GEN-19 GEN-21 the main screens of members fit, pass axe and have names',
  { tag: '@layout' },
  async ({ page, check, office }) => {
    const { id, title } = await office.addResource(await everything(office));
    await page.goto('/');
    await expect(cardOf(page, title).getByRole('button', { name: `Purchase ${title}` })).toBeVisible();
    await check('dashboard');
    await page.goto('/browse?type=downloadable_template&accessType=purchase');
    await expect(page.getByRole('article').first()).toBeVisible();
    await check('browse');
    await page.goto(`/resource/${id}`);
    await expect(page.getByRole('heading', { name: 'Related Resources' })).toBeVisible();
    await check('a resource');
    await page.goto(`/checkout/${id}`);
    await button(page, 'Pay £19.99').click();
    await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true');
    await check('the checkout with errors');
  },
);

administratorTest(
  'GEN-18 GEN-19 GEN-21 the list of resources and a form fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    const { title } = await office.addResource({ ...(await everything(office)), isPublished: false });
    await page.goto('/admin-dashboard');
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    await check('resources, one of them chosen');
    await page.goto('/admin-dashboard');
    await button(page, `Edit ${title}`).click();
    await expect(button(page, 'Update Template')).toBeVisible();
    await check('the form of a template');
  },
);

memberTest(
  'GEN-18 GEN-19 GEN-21 the lists of members fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, member, office, watch }) => {
    const { title } = await office.addResource({ accessType: 'purchase', price: '19.99' });
    await page.goto('/');
    await expect(welcomeOf(page)).toContainText(member.firstName);
    await expect(cardOf(page, title).getByRole('button', { name: `Purchase ${title}` })).toBeVisible();
    await check('dashboard');
    await button(page, `Purchase ${title}`).click();
    await expect(button(page, 'Continue to Checkout')).toBeVisible();
    await check('purchase dialog', { isDialog: true });

    await page.goto('/browse?type=book&accessType=purchase');
    await expect(page.getByRole('article').first()).toBeVisible();
    await check('browse');
    await button(page, /^User menu/).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await check('user menu');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, /^Filters/).click();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
    await check('filters', { isDialog: true, widths: [390] });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, 'Open navigation menu').click();
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
    await check('navigation', { isDialog: true, widths: [390] });
    await page.goto('/browse?search=nothing+is+called+so');
    await expect(page.getByRole('heading', { name: 'No resources found' })).toBeVisible();
    await check('nothing found');

    const answer = await holdAnswers(page, list);
    await page.goto('/browse');
    await expect(page.getByTestId('skeleton')).toHaveCount(6);
    await check('browse while loading');
    answer();
    await failAnswers(page, watch, list);
    await page.goto('/browse');
    await expect(button(page, 'Try again')).toBeVisible();
    await check('a list that failed');
    await page.goto('/admin-dashboard');
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await check('access denied');
  },
);

memberTest(
  'GEN-18 GEN-19 GEN-21 a resource and its payment fit, pass axe and have names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, context, office, watch }) => {
    const { id, title } = await office.addResource(await everything(office));
    await page.goto(`/resource/${id}`);
    await expect(button(page, 'PURCHASE NOW')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Related Resources' })).toBeVisible();
    await check('a resource');
    const host = 'https://player.vimeo.com';
    watch.expectForeign(host);
    await answerOf(page, `${host}/**`, { contentType: 'text/html', body: '<!doctype html><title>A film</title>' });
    for (const tab of ['APPLICABILITY', 'INSTRUCTIONAL VIDEO']) {
      await page.getByRole('tab', { name: tab }).click();
      await check(`a resource, ${tab}`);
    }
    watch.expectRefusal('404 GET /resource/abc');
    await page.goto('/resource/abc');
    await expect(page.getByRole('heading', { name: 'Resource Not Found' })).toBeVisible();
    await check('an unknown resource');

    await page.goto(`/checkout/${id}`);
    await button(page, 'Pay £19.99').click();
    await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true');
    await check('the checkout with errors');
    await page.goto('/payment-success?redirect_status=failed');
    await expect(page.getByRole('heading', { name: 'Your payment failed' })).toBeVisible();
    await check('a failed payment');
    await buy(context.request, id);
    watch.expectRefusal('409 POST /api/create-payment-intent');
    await page.goto(`/checkout/${id}`);
    await expect(button(page, 'Download invoice')).toBeVisible();
    await check('the checkout of what is owned');
    await page.goto('/payment-success');
    await expect(page.getByText(title)).toBeVisible();
    await check('a successful payment');
    await page.goto('/billing');
    await expect(page.getByRole('row', { name: /One-time Purchase/ })).toBeVisible();
    await check('billing');
    await button(page, 'View Invoices').click();
    await expect(button(page, `Invoice for ${title}`)).toBeVisible();
    await check('invoices and receipts', { isDialog: true });
    await page.goto(`/resource/${id}`);
    await button(page, 'DOWNLOAD').click();
    await expectToast(page, 'Download Started');
    await check('a download');
  },
);

administratorTest(
  'GEN-18 GEN-19 GEN-21 the administration fits, passes axe and has names',
  { tag: ['@layout', '@long'] },
  async ({ page, check, office }) => {
    const { title } = await office.addResource({ ...(await everything(office)), isPublished: false });
    const report = await office.addResource();
    await page.goto('/admin-dashboard');
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    await check('resources');
    await page.getByRole('checkbox', { name: `Select ${title}` }).check();
    await check('resources, one of them chosen');
    await page.getByRole('button', { name: 'Add tag', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Tag' })).toBeFocused();
    await check('the question about a bulk action', { isDialog: true });
    await page.keyboard.press('Escape');
    await button(page, 'Clear selection').click();
    await button(page, `More actions for ${title}`).click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await check('the menu of a resource');
    await page.keyboard.press('Escape');
    await button(page, 'Columns').click();
    await expect(page.getByRole('menuitemcheckbox', { name: 'Changed' })).toBeVisible();
    await check('the columns of a list');
    await page.keyboard.press('Escape');
    await button(page, 'Add Resource').click();
    await expect(button(page, 'Newsletter')).toBeVisible();
    await check('type tiles', { isDialog: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Online Tool', exact: true }).click();
    await page.getByRole('combobox', { name: 'Access Type' }).selectOption('Subscription');
    await button(page, 'Create Online Tool').click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await check('the form of a tool with errors');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin-dashboard');
    await button(page, `Edit ${title}`).click();
    await expect(button(page, 'Update Template')).toBeVisible();
    await check('the form of a template');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin-dashboard');
    await button(page, `Edit ${report.title}`).click();
    await expect(button(page, 'Update Resource')).toBeVisible();
    await check('the form of a report');
  },
);

/** Returns a resource with every possible field. */
async function everything(office: Office) {
  const slides = ['#1b4d3e', '#8a2846'].map(async (colour) => office.upload(await makePng('slide.png', colour)));
  return {
    type: 'downloadable_template' as const,
    title: newTitle('A quite long title with Verantwortungsübernahmebereitschaft, as titles may come from anywhere'),
    description: `What it is about.\n${'Many words. '.repeat(30)}\nhttps://example.org/${'a-long-address/'.repeat(8)}`,
    accessType: 'purchase' as const,
    price: '19.99',
    estimatedDuration: 45,
    fileUrl: await office.upload(await makePdf('everything.pdf', 'All there can be.')),
    fileTitle: 'A_file_name_without_any_place_where_a_line_could_be_broken_but_long.pdf',
    featuredImageUrl: await office.upload(await makePng('cover.png', '#2a3f7a')),
    metadata: {
      slideshowImages: await Promise.all(slides),
      instructionalVideoUrl: 'https://vimeo.com/76979871',
      videoUrl: null,
      subscriptionBenefits: ['Everything'],
    },
    tags: ['long-tag-'.repeat(5), 'care'],
    roleAffiliations: ['technical_lead_ai_ml_data' as const, 'policy_lead' as const],
    rappPrinciples: ['responsible', 'adaptive', 'people_centred', 'purpose_driven'] as const satisfies string[],
    rappImplementationPhase: ['phase_1_discover_assess' as const, 'phase_4_deploy_scale' as const],
  };
}
