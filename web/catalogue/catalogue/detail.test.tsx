import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource, listRelatedResources } from '#contract/catalogue/catalogue.endpoints.ts';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { createPaymentIntent, listPurchases } from '#contract/commerce/purchases.endpoints.ts';
import { getCheck } from '#contract/learning/checks.endpoints.ts';
import { downloadResource, listSavedIds } from '#contract/learning/library.endpoints.ts';
import { getPath } from '#contract/learning/paths.endpoints.ts';
import { getProgress } from '#contract/learning/progress.endpoints.ts';
import { getPublicResource } from '#contract/pages/storefront.endpoints.ts';
import { forBilling, forDashboard, forResource } from '#tests/support/web/answers.ts';
import { checkState } from '#tests/support/web/check-fixtures.ts';
import { fullResource, publicResource, publicSummary, resource } from '#tests/support/web/fixtures.ts';
import { ownProgress } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, fail, hold, refuse } from '#tests/support/web/network.ts';
import { payments } from '#tests/support/web/payment-form.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast, findCard } from '#tests/support/web/screen.ts';

const withPictures = (slideshowImages: string[], slideshowTexts: string[] = []) => ({
  metadata: { ...fullResource().metadata, slideshowImages, slideshowTexts },
});

test('DETAIL-02 DETAIL-04 DETAIL-05 a resource shows a placeholder, then title and type, and a way back', async () => {
  const shown = fullResource({ title: 'A guide', type: 'insight' });
  const held = hold(answer(getResource, shown));
  const { user } = await renderPortal('/resource/1', { answers: [...forDashboard(), ...forResource(shown), held] });
  expect(await screen.findByTestId('skeleton')).toBeVisible();
  held.release();
  expect(await screen.findByRole('heading', { name: 'A guide', level: 1 })).toBeVisible();
  expect(screen.queryByTestId('skeleton')).toBeNull();
  expect(within(screen.getByRole('main')).getAllByText('Insight')[0]).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Resources' }));
  await expectAddress('/');
});

test.for(['/resource/2147483000', '/resource/abc'])(
  'DETAIL-03 an unknown resource is not found at %s',
  async (address) => {
    const answers = [...forDashboard(), refuse(getResource, 'catalogue.not-found')];
    const { user } = await renderPortal(address, { answers });
    expect(await screen.findByRole('heading', { name: 'Resource Not Found' })).toBeVisible();
    expect(screen.getByText("The resource you're looking for doesn't exist or has been removed.")).toBeVisible();
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: /dashboard/i }));
    await expectAddress('/');
  },
);

test('DETAIL-01 refresh=true leaves the address, and purchases and resources are fetched again', async () => {
  const shown = fullResource({ title: 'A guide' });
  const { router } = await renderPortal('/resource/1', { answers: [...forResource(shown), answer(listPurchases, [])] });
  expect(await screen.findByText('You have access')).toBeVisible();
  // The app itself leads here, so the data of earlier screens are still in the cache.
  await router.navigate({ to: '/resource/$id', params: { id: '1' }, search: { refresh: 'true' } });
  await waitFor(() => {
    expect(callsOf(listPurchases)).toHaveLength(1);
    expect(callsOf(getResource).length).toBeGreaterThan(1);
    expect(callsOf(getResourceAccess).length).toBeGreaterThan(1);
  });
  expect(screen.getByRole('heading', { name: 'A guide' })).toBeVisible();
  await expectAddress('/resource/1');
});

test('DETAIL-06 DETAIL-07 pictures are shown by hand, each with its own words', async () => {
  const pictures = ['/media/1', '/media/2', '/media/3'];
  const shown = fullResource({ title: 'A guide', ...withPictures(pictures, ['A register of models', '']) });
  const { user } = await renderPortal('/resource/1', { answers: forResource(shown) });
  const slides = within(await screen.findByRole('region', { name: /^Pictures of / }));
  expect(slides.getByText('1 / 3')).toBeVisible();
  expect(slides.getByRole('img', { name: 'A register of models' })).toBeVisible();
  await user.click(slides.getByRole('button', { name: 'Show image 2 of 3' }));
  expect(slides.getByRole('img', { name: 'A guide, picture 2 of 3' })).toBeVisible();
  expect(slides.getByText('2 / 3')).toBeVisible();
});

test('DETAIL-07 a single picture has no counter', async () => {
  const shown = fullResource({ title: 'A guide', ...withPictures(['/media/1']) });
  await renderPortal('/resource/1', { answers: forResource(shown) });
  expect(await screen.findByRole('img', { name: 'A guide, picture 1 of 1' })).toBeVisible();
  expect(screen.queryByText(/^\d \/ \d$/)).toBeNull();
});

test('DETAIL-09 DETAIL-10 the description comes first, line by line', async () => {
  const shown = fullResource({ description: 'What it is.\nFirst point\n\nSecond point' });
  await renderPortal('/resource/1', { answers: forResource(shown) });
  const panel = within(await screen.findByRole('tabpanel'));
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'DESCRIPTION',
    'APPLICABILITY',
    'INSTRUCTIONAL VIDEO',
  ]);
  expect(screen.getByRole('tab', { name: 'DESCRIPTION' })).toHaveAttribute('aria-selected', 'true');
  expect(panel.getByRole('heading')).toHaveTextContent('Additional Information');
  expect(panel.getByText('What it is.')).toBeVisible();
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['First point', 'Second point']);
});

test('DETAIL-10 DETAIL-29 the first of several lines also leads the page, and the tab keeps the whole description', async () => {
  const shown = fullResource({ description: 'What it is.\nFirst point' });
  await renderPortal('/resource/1', { answers: forResource(shown) });
  const panel = await screen.findByRole('tabpanel');
  expect(within(panel).getByText('What it is.')).toBeVisible();
  const [lead, ...others] = screen.getAllByText('What it is.').filter((text) => !panel.contains(text));
  expect(screen.getByRole('heading', { level: 1 }).closest('header')).toContainElement(lead ?? null);
  expect(others).toEqual([]);
});

test('DETAIL-29 a description of one line is in the tab alone', async () => {
  await renderPortal('/resource/1', { answers: forResource(fullResource({ description: 'What it is.' })) });
  const panel = await screen.findByRole('tabpanel');
  expect(panel).toContainElement(screen.getByText('What it is.'));
});

test('DETAIL-10 DETAIL-29 the description of a path appears once: its first line in the head, the others in the tab', async () => {
  const path = fullResource({ type: 'path', description: 'For leaders.\nBegins with where you stand.' });
  await renderPortal('/resource/1', { answers: [...forResource(path), fail(getPath)] });
  expect(await screen.findAllByText('For leaders.')).toHaveLength(1);
  expect(screen.getByRole('tabpanel', { name: 'DESCRIPTION' })).toHaveTextContent('Begins with where you stand.');
});

test('DETAIL-09 DETAIL-29 a path of which the head has the whole description has no tab for it', async () => {
  await renderPortal('/resource/1', {
    answers: [...forResource(fullResource({ type: 'path', description: 'For leaders.' })), fail(getPath)],
  });
  expect(await screen.findAllByText('For leaders.')).toHaveLength(1);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'APPLICABILITY',
    'INSTRUCTIONAL VIDEO',
  ]);
  expect(screen.getByRole('tab', { name: 'APPLICABILITY' })).toHaveAttribute('aria-selected', 'true');
});

test('DETAIL-10 an online tool shows the description of its product before its own', async () => {
  const shown = fullResource({ type: 'online_tool', onlineProductId: 1, description: 'Our own words.' });
  const product = { id: 1, name: 'Canvas', description: 'Draws a canvas.', toolType: 'embedded' as const };
  await renderPortal('/resource/1', { answers: [...forResource(shown), answer(getOnlineProduct, product)] });
  expect(await screen.findByRole('heading', { name: 'About This Tool' })).toBeVisible();
  const headings = within(screen.getByRole('tabpanel')).getAllByRole('heading');
  expect(headings.map(({ textContent }) => textContent)).toEqual(['About This Tool', 'Additional Information']);
});

test('DETAIL-10 a resource without a description says so', async () => {
  await renderPortal('/resource/1', { answers: forResource(fullResource({ description: '' })) });
  expect(await screen.findByRole('tabpanel')).toHaveTextContent('No description available.');
});

test('DETAIL-11 applicability names phases, roles and principles in words', async () => {
  const shown = fullResource({
    rappImplementationPhase: ['phase_2_design_plan'],
    roleAffiliations: ['legal_risk_compliance', 'policy_lead'],
    rappPrinciples: ['people_centred'],
  });
  const { user } = await renderPortal('/resource/1', { answers: forResource(shown) });
  await user.click(await screen.findByRole('tab', { name: 'APPLICABILITY' }));
  await expectAddress('/resource/1?tab=applicability');
  const panel = screen.getByRole('tabpanel');
  expect(
    within(panel)
      .getAllByText(/phase/i)
      .map(({ textContent }) => textContent),
  ).toEqual(['Implementation phases', 'Phase 2: Design & Plan']);
  for (const name of ['Legal, risk and compliance', 'Policy lead', 'People-centred']) {
    expect(within(panel).getByText(name)).toBeVisible();
  }
  expect(panel).not.toHaveTextContent('_');
});

test('DETAIL-12 the tab of the video shows its player without another press, and other tabs ask its host for nothing', async () => {
  const video = { ...fullResource().metadata, instructionalVideoUrl: 'https://films.example.org/welcome.mp4' };
  const { user } = await renderPortal('/resource/1', {
    answers: forResource(fullResource({ title: 'A film', metadata: video })),
  });
  const tab = await screen.findByRole('tab', { name: 'INSTRUCTIONAL VIDEO' });
  expect(screen.queryByTitle('Instructional video: A film')).toBeNull();
  await user.click(tab);
  const player = await screen.findByTitle('Instructional video: A film');
  expect(player).toHaveAttribute('src', 'https://films.example.org/welcome.mp4');
  expect(player).not.toHaveAttribute('autoplay');
});

test('ACCESS-23 a video that is content says so to members without access', async () => {
  const inside = {
    file: null,
    contents: [],
    hasVideo: true,
    updatedAt: '2026-11-23T12:00:00.000Z',
    subscription: null,
  };
  await renderPortal('/resource/1?tab=video', {
    answers: forResource(fullResource({ accessType: 'purchase', inside })),
  });
  const panel = await screen.findByRole('tabpanel');
  expect(screen.getByText('To watch here')).toBeVisible();
  expect(panel).toHaveTextContent('This video is part of the resource. You can watch it once you have access.');
});

test('DETAIL-11 the tab of the address is open', async () => {
  await renderPortal('/resource/1?tab=applicability', { answers: forResource(fullResource()) });
  expect(await screen.findByRole('tab', { name: 'APPLICABILITY' })).toHaveAttribute('aria-selected', 'true');
});

test('DETAIL-13 LABEL-09 GEN-31 related resources are shown with their types, and not on paper', async () => {
  const related = [2, 3, 4].map((id) => resource({ id, type: 'newsletter' }));
  const answers = [...forResource(fullResource({ type: 'newsletter' })), answer(listRelatedResources, related)];
  await renderPortal('/resource/1', { answers });
  const region = await screen.findByRole('region', { name: 'Related Resources' });
  expect(region).toHaveClass('print:hidden');
  const cards = within(region).getAllByRole('article');
  expect(cards).toHaveLength(3);
  for (const [index, card] of cards.entries()) {
    expect(card).toHaveTextContent('Newsletter');
    expect(card).toHaveTextContent(`Resource ${index + 2}`);
  }
});

test('DETAIL-08 DETAIL-16 DETAIL-20 a resource for purchase shows its price and leads to the checkout', async () => {
  const shown = fullResource({ accessType: 'purchase', price: 24.5, fileUrl: '/api/resources/1/download' });
  const noAccess = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' } as const;
  const payments = {
    publishableKey: 'pk_test',
    apiBase: null,
    scriptUrl: null,
    sandbox: true,
    invoiceDueDays: [14, 30],
  };
  const { user } = await renderPortal('/resource/1', {
    config: { payments },
    answers: [
      ...forBilling(),
      ...forResource(shown, noAccess),
      hold(refuse(createPaymentIntent, 'purchases.payments-off')),
    ],
  });
  expect(await screen.findByText('Purchase Required')).toBeVisible();
  expect(screen.getByText('£24.50')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'ACCESS' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'PURCHASE NOW' }));
  await expectAddress('/checkout/1');
});

test.for([
  [true, 2],
  [false, 0],
] as const)(
  'SEAT-01 GIFT-06 a resource is offered as a gift and for an organisation once it is published: %s',
  async ([isPublished, offers]) => {
    const shown = fullResource({ accessType: 'purchase', price: 24.5, isPublished });
    const noAccess = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' } as const;
    await renderPortal('/resource/1', { config: { payments }, answers: forResource(shown, noAccess) });
    expect(await screen.findByText('£24.50')).toBeVisible();
    const links = screen.queryAllByRole('link', { name: /^(GIVE AS A GIFT|Buy seats for your organisation)$/ });
    expect(links).toHaveLength(offers);
  },
);

test('DETAIL-08 the page says no price before it knows whether the resource is open', async () => {
  const shown = fullResource({ accessType: 'purchase', price: 24.5 });
  const noAccess = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' } as const;
  const held = hold(answer(getResourceAccess, noAccess, { params: { id: shown.id } }));
  await renderPortal('/resource/1', { answers: [...forResource(shown), held] });
  expect(await screen.findByRole('heading', { name: shown.title, level: 1 })).toBeVisible();
  expect(screen.queryByText('£24.50')).toBeNull();
  held.release();
  expect(await screen.findByText('£24.50')).toBeVisible();
});

test('DETAIL-16 DETAIL-21 a subscription resource says so, with its price per month', async () => {
  const shown = fullResource({ accessType: 'subscription', monthlyPrice: 8.99, annualPrice: 89.99 });
  const noAccess = {
    hasAccess: false,
    code: 'access.subscription-required',
    reason: 'Active subscription required',
  } as const;
  await renderPortal('/resource/1', { answers: forResource(shown, noAccess) });
  expect(await screen.findByText('Subscription Required')).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent('£8.99 per month');
  expect(screen.queryByRole('button', { name: 'ACCESS' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'PURCHASE NOW' })).toBeNull();
});

test('DETAIL-19 DETAIL-22 a resource without a file says that there is none', async () => {
  const { user } = await renderPortal('/resource/1', { answers: forResource(fullResource({ type: 'article' })) });
  await user.click(await screen.findByRole('button', { name: 'ACCESS' }));
  await expectToast('Download Error', 'No file available for download.');
});

test('DETAIL-23 a download that fails says so', async () => {
  const shown = fullResource({ fileUrl: '/api/resources/1/download' });
  const { user } = await renderPortal('/resource/1', { answers: [...forResource(shown), fail(downloadResource)] });
  await user.click(await screen.findByRole('button', { name: 'ACCESS' }));
  await expectToast('Download Failed', 'There was an error downloading the file. Please try again.');
});

const bundle = {
  parts: [
    resource({ id: 2, title: 'First', accessType: 'purchase', price: 12 }),
    resource({ id: 3, title: 'Second', accessType: 'purchase', price: 9 }),
  ],
  includesLaterParts: true,
};

test.for([
  { when: 'none is owned', hasAccess: false, states: ['£12.00', '£9.00'] },
  { when: 'all are owned', hasAccess: true, states: ['You have access', 'You have access'] },
])('BUNDLE-01 BUNDLE-03 a bundle shows its parts and what they cost when $when', async ({ hasAccess, states }) => {
  const shown = fullResource({ type: 'bundle', accessType: 'purchase', price: 15, bundle });
  const access = [2, 3].map((resourceId) => ({ resourceId, hasAccess, code: null, reason: '' }));
  const answers = [...forResource(shown), answer(listResourceAccess, access)];
  await renderPortal('/resource/1', { answers });
  const parts = within(await screen.findByRole('region', { name: 'In this bundle' }));
  await waitFor(() =>
    expect(parts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(new RegExp(`First.*${states[0]}$`)),
      expect.stringMatching(new RegExp(`Second.*${states[1]}$`)),
    ]),
  );
  expect(
    parts.getByText(
      /Resources that are added later are included\. Bought one by one, they cost £21\.00: you save £6\.00\.$/,
    ),
  ).toBeVisible();
});

test('BUNDLE-03 visitors see what a bundle sells', async () => {
  const parts = [publicSummary({ id: 2, title: 'First' }), publicSummary({ id: 3, title: 'Second' })];
  const shown = publicResource({
    title: 'A set',
    type: 'bundle',
    accessType: 'purchase',
    price: 15,
    bundle: { parts, includesLaterParts: false },
  });
  await renderPortal('/catalogue/1/a-set', { as: visitor, answers: [answer(getPublicResource, shown)] });
  const list = within(await screen.findByRole('region', { name: 'In this bundle' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/First.*Free$/),
    expect.stringMatching(/Second.*Free$/),
  ]);
  expect(list.getByText('2 resources, all yours with one payment.')).toBeVisible();
});

const inside = {
  file: { extension: 'pdf' as const, bytes: 6_200_000 },
  contents: [],
  hasVideo: true,
  updatedAt: '2026-11-23T12:00:00.000Z',
  subscription: null,
  document: { pages: 148, contents: [], samples: [] },
};

test('DETAIL-26 DETAIL-29 the page sums up a resource above its tabs, and says once what is included, what it costs and who may open it', async () => {
  const shown = fullResource({
    title: 'A book',
    type: 'book',
    accessType: 'purchase',
    price: 24,
    hasPages: true,
    fileTitle: 'The file',
    estimatedDuration: 90,
    rappPrinciples: ['adaptive'],
    inside,
    metadata: { ...fullResource().metadata, subscriptionBenefits: ['Eleven letters'] },
  });
  const noAccess = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' } as const;
  const check = answer(getCheck, checkState({ questions: 5, canOpen: false }));
  await renderPortal('/resource/1', { answers: [...forResource(shown, noAccess), check] });
  expect(await screen.findByText('Purchase Required')).toBeVisible();
  expect(await screen.findByText('5 questions')).toBeVisible();
  for (const words of ['148 pages', '90 min', '£24.00', 'Adaptive']) expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByText('Updated').parentElement).toHaveTextContent('Updated 23 November 2026');
  const included = within(screen.getByRole('region', { name: 'What is included' })).getAllByRole('listitem');
  expect(included.map(({ textContent }) => textContent)).toEqual([
    'Read in the browserYour place is kept on every device',
    'PDF to download6.2 MB, “The file”',
    'Instructional videoTo watch here',
    'Eleven letters',
    'Knowledge check5 questions',
  ]);
  const tabs = screen.getByRole('tablist', { name: 'About this resource' });
  expect(tabs.compareDocumentPosition(included[0] as HTMLElement)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('DETAIL-04 BROWSE-18 there is one way back on the page', async () => {
  await renderPortal('/resource/1', { answers: forResource(fullResource()) });
  const main = within(await screen.findByRole('main'));
  expect(await main.findByRole('button', { name: 'Back to Resources' })).toBeVisible();
  expect(main.queryByRole('link', { name: /back/i })).toBeNull();
});

test('MYRES-14 the page of a downloaded resource and the card of a finished one say so', async () => {
  const begun = [{ resourceId: 2, completionPercentage: 100, isRead: false }];
  await renderPortal('/resource/1', {
    answers: [
      ...forResource(fullResource({ type: 'report' })),
      answer(getProgress, ownProgress({ completionPercentage: 50 })),
      answer(listRelatedResources, [resource({ id: 2, title: 'A done one', estimatedDuration: 30 })]),
      answer(listSavedIds, { resourceIds: [], begun }),
    ],
  });
  expect(await screen.findByText('Downloaded')).toBeVisible();
  const card = await findCard('A done one');
  expect(card).toHaveTextContent('Finished');
  expect(card).not.toHaveTextContent('30 min');
});
