import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import { getResourceAccess, listResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { updateFirstSteps, updateProfile } from '#contract/identity/accounts.endpoints.ts';
import { addSaved, listUnfinished } from '#contract/learning/library.endpoints.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { forBrowse, forDashboard } from '#tests/support/web/answers.ts';
import { noteTabs } from '#tests/support/web/browser.ts';
import { dashboard, libraryEntry, member, resource, resources } from '#tests/support/web/fixtures.ts';
import { ownAssignment } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, fail, hold, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast, findCard } from '#tests/support/web/screen.ts';
import { untilSettled } from '#tests/support/web/settled.ts';

const findWelcome = () => screen.findByRole('heading', { name: /^Welcome( back)?, Ines$/ });

test('DASH-03 the dashboard shows six placeholders while it loads', async () => {
  const held = hold(answer(listResources, resources(2)));
  await renderPortal('/', { answers: [...forDashboard(), held] });
  expect(await findWelcome()).toBeVisible();
  await waitFor(() => expect(screen.getAllByTestId('skeleton')).toHaveLength(6));
  held.release();
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.queryByTestId('skeleton')).toBeNull();
});

test('DASH-04 the dashboard says so when there is no resource', async () => {
  await renderPortal('/', { answers: [...forDashboard(), answer(listResources, [])] });
  expect(await findWelcome()).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No resources available' })).toBeVisible();
});

test('GEN-07 the dashboard asks once for a list that fails, and again only by Try again', async () => {
  const { user } = await renderPortal('/', { answers: [...forDashboard(), fail(listResources)] });
  expect(await findWelcome()).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Failed to fetch resources' })).toBeVisible();
  dispatchEvent(new Event('focus'));
  dispatchEvent(new Event('online'));
  expect(callsOf(listResources)).toHaveLength(1);
  serve(answer(listResources, resources(1)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeVisible();
  expect(callsOf(listResources)).toHaveLength(2);
});

test('a list that failed loads again when the member returns to its page', async () => {
  const { user } = await renderPortal('/', { answers: [...forDashboard(), ...forBrowse(), fail(listResources)] });
  expect(await screen.findByRole('heading', { name: 'Failed to fetch resources' })).toBeVisible();
  serve(answer(listResources, resources(12)));
  const [browse] = screen.getAllByRole('link', { name: 'Browse Resources' });
  await user.click(browse as HTMLElement);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  expect(screen.getByRole('heading', { level: 1, name: 'Browse Resources' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await findWelcome()).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
});

test('Continue shows an error when it cannot be loaded, and the rest of the dashboard works', async () => {
  const { user } = await renderPortal('/', {
    answers: [...forDashboard(), fail(listUnfinished)],
  });
  const unfinished = await screen.findByRole('region', { name: 'Continue' });
  expect(await within(unfinished).findByRole('alert')).toHaveTextContent('Your recent resources could not be loaded.');
  expect(await findWelcome()).toBeVisible();
  serve(answer(listUnfinished, [libraryEntry({ resource: resource({ title: 'A guide' }) })]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /^Continue\s*A guide$/ })).toBeVisible();
});

test('DASH-13 TOOL-07 Continue opens a begun tool in its tab with one press', async () => {
  const tabs = noteTabs();
  const tool = resource({ id: 1, title: 'A tool', type: 'online_tool', onlineProductId: 5 });
  const { user } = await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(listUnfinished, [libraryEntry({ resource: tool })]),
      answer(getResourceAccess, { hasAccess: true, code: null, reason: '' }),
      answer(getOnlineProduct, { id: 5, name: 'Canvas', description: '', toolType: 'embedded' }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Continue A tool' }));
  await waitFor(() => expect(tabs).toEqual(['/api/tools/direct-access/1/5']));
  noteTabs({ isBlocked: true });
  await user.click(screen.getByRole('button', { name: 'Continue A tool' }));
  const link = await screen.findByRole('link', { name: 'Open the tool A tool' });
  expect(link).toHaveFocus();
});

test('a bookmark that cannot be saved goes back and says so', async () => {
  const { user } = await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(listResources, [resource({ title: 'A guide' })]),
      refuse(addSaved, 'library.saved-full'),
    ],
  });
  const bookmark = within(await findCard('A guide')).getByRole('button', { name: 'Save for later' });
  await user.click(bookmark);
  await expectToast('Not Saved', 'You have saved 1,000 resources. Remove one to save another.');
  expect(bookmark).toHaveAttribute('aria-pressed', 'false');
});

test('DASH-01 DASH-02 the dashboard greets and shows the resources in their order, each with its link, then the way to Browse', async () => {
  await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(getDashboard, dashboard({ isNewcomer: true })),
      answer(listResources, resources(12), { totalCount: 40 }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Welcome, Ines' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(12));
  const shown = screen.getAllByRole('article').map((card) => {
    const { textContent } = within(card).getByRole('heading');
    return [
      textContent,
      within(card)
        .getByRole('link', { name: /^Learn More/ })
        .getAttribute('href'),
    ];
  });
  expect(shown).toEqual(resources(12).map(({ id, title }) => [title, `/resource/${id}`]));
  expect(screen.getByRole('link', { name: 'Browse all 40 resources' })).toHaveAttribute('href', '/browse');
  // Without a sort parameter the newest come first.
  expect(callsOf(listResources)[0]?.query.toString()).toBe('page=1&pageSize=12');
});

const closed = { hasAccess: false, code: 'access.purchase-required', reason: 'Purchase required' } as const;
const free = resource({ id: 1, title: 'A free one' });
const sold = resource({ id: 2, title: 'A sold one', accessType: 'purchase', price: 19.9 });
const bought = resource({ id: 3, title: 'A bought one', accessType: 'purchase', price: 5 });
const subscribed = resource({
  id: 4,
  title: 'A subscribed one',
  accessType: 'subscription',
  monthlyPrice: 8.99,
  annualPrice: 90,
});
const withPrices = [
  ...forDashboard(),
  answer(listResources, [free, sold, bought, subscribed]),
  answer(listResourceAccess, [
    { resourceId: 1, hasAccess: true, code: null, reason: '' },
    { resourceId: 2, ...closed },
    { resourceId: 3, hasAccess: true, code: null, reason: '' },
    { resourceId: 4, hasAccess: false, code: 'access.subscription-required', reason: 'Active subscription required' },
  ]),
];

test('DASH-05 ACCESS-14 GEN-11 each card of the dashboard says how its resource is obtained and what it costs', async () => {
  await renderPortal('/', { answers: withPrices });
  for (const [title, label, price] of [
    ['A free one', 'Available', 'Free'],
    ['A sold one', 'Purchase Required', '£19.90'],
    ['A subscribed one', 'Subscription Required', '£8.99 per month'],
  ] as const) {
    const card = await findCard(title);
    expect(await within(card).findByText(label)).toBeVisible();
    expect(card).toHaveTextContent(price);
  }
});

test('DASH-06 ACCESS-22 a free or bought resource is available on the dashboard, and no purchase is offered', async () => {
  await renderPortal('/', { answers: withPrices });
  expect(await screen.findByRole('button', { name: 'Purchase A sold one' })).toBeVisible();
  for (const title of ['A free one', 'A bought one']) {
    expect(within(await findCard(title)).getByText('Available')).toBeVisible();
    expect(screen.queryByRole('button', { name: `Purchase ${title}` })).toBeNull();
  }
});

test('DASH-06 a purchase is offered in a dialog with price and promise', async () => {
  const { user } = await renderPortal('/', { answers: withPrices });
  const button = await screen.findByRole('button', { name: 'Purchase A sold one' });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Purchase “A sold one”' });
  expect(dialog).toHaveTextContent('£19.90');
  expect(dialog).toHaveTextContent('permanent access');
  expect(within(dialog).getByText('Continue to Checkout')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
});

const newcomer = member({ skipsRoleQuestion: false, hidesFirstSteps: false });

test('GEN-07 rows that were loaded stay on the dashboard, without an error, when a later refresh fails', async () => {
  const shown = dashboard({ isNewcomer: true, hasOpened: false });
  const { user } = await renderPortal('/', {
    as: newcomer,
    answers: [...forDashboard(), answer(getDashboard, shown), answer(updateProfile, newcomer)],
  });
  await user.click(await screen.findByRole('radio', { name: 'Executive leader' }));
  serve(fail(getDashboard));
  const asked = callsOf(getDashboard).length;
  await user.click(screen.getByRole('button', { name: 'Show what fits' }));
  await waitFor(() => expect(callsOf(getDashboard).length).toBeGreaterThan(asked));
  await untilSettled();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
  expect(await findWelcome()).toBeVisible();
});

test('DASH-14 a failure keeps the question about role and goal with the choices, and skipping it takes it away and moves the focus below', async () => {
  const { user } = await renderPortal('/', {
    as: newcomer,
    answers: [
      ...forDashboard(),
      answer(getDashboard, dashboard({ isNewcomer: true, hasOpened: false })),
      fail(updateProfile),
      fail(updateFirstSteps),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Show what fits' }));
  expect(await screen.findByText('Choose a role or what brings you here, or skip the question.')).toBeVisible();
  const radio = screen.getByRole('radio', { name: 'Executive leader' });
  await user.click(radio);
  expect(screen.queryByText('Choose a role or what brings you here, or skip the question.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show what fits' }));
  await expectToast('Your answers were not saved');
  await user.click(screen.getByRole('button', { name: 'Skip for now' }));
  await expectToast('The dashboard was not changed');
  expect(radio).toBeChecked();
  serve(answer(updateFirstSteps, { ...newcomer, skipsRoleQuestion: true }));
  await user.click(screen.getByRole('button', { name: 'Skip for now' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'What should we show first?' })).toBeNull());
  expect(callsOf(updateFirstSteps).at(-1)?.body).toEqual({ skipsRoleQuestion: true });
  expect(screen.getByRole('heading', { name: 'All resources' })).toHaveFocus();
  serve(answer(updateFirstSteps, { ...newcomer, skipsRoleQuestion: true, hidesFirstSteps: true }));
  await user.click(screen.getByRole('button', { name: 'Hide first steps' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'All resources' })).toHaveFocus();
});

test('DASH-14 the question about role and goal stays away once it was skipped', async () => {
  await renderPortal('/', {
    as: { ...newcomer, skipsRoleQuestion: true },
    answers: [...forDashboard(), answer(getDashboard, dashboard({ isNewcomer: true, hasOpened: false }))],
  });
  expect(await screen.findByRole('region', { name: 'First steps' })).toHaveTextContent('2 of 4 done');
  expect(screen.queryByRole('heading', { name: 'What should we show first?' })).toBeNull();
});

test('DASH-11 the dashboard shows all resources when its rows did not load, and asks for the rows again', async () => {
  const { user } = await renderPortal('/', { answers: [...forDashboard(), fail(getDashboard)] });
  expect(await screen.findByText(/^Your recommendations could not be loaded\./)).toBeVisible();
  const all = await screen.findByRole('region', { name: 'All resources' });
  await waitFor(() => expect(within(all).getAllByRole('article')).toHaveLength(12));
  serve(answer(getDashboard, dashboard({ isNewcomer: true, free: { resources: resources(6), total: 9 } })));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const row = await screen.findByRole('region', { name: 'Free to start' });
  expect(within(row).getAllByRole('listitem')).toHaveLength(3);
  expect(within(row).getByRole('link', { name: 'All 9 free resources' })).toBeVisible();
});

test('DASH-16 assigned learning comes first, with its due date, progress and action, and no row repeats it', async () => {
  const toDo = [
    ownAssignment({ id: 1, resourceId: 1, title: 'A late one', status: 'overdue', dueOn: '2026-01-02' }),
    ownAssignment({ id: 2, resourceId: 2, title: 'A begun one', status: 'in_progress', completionPercentage: 30 }),
    ownAssignment({ id: 3, resourceId: 3, title: 'A read one', canConfirm: true, completionPercentage: 100 }),
  ];
  await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(
        getDashboard,
        dashboard({ assigned: { toDo, assigned: 7, completed: 4 }, forRole: { resources: resources(6), total: 9 } }),
      ),
      answer(listUnfinished, [libraryEntry({ resource: resource({ id: 4 }) })]),
    ],
  });
  const region = within(await screen.findByRole('region', { name: 'Assigned to you' }));
  const rows = region.getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Overdue since');
  expect(within(rows[0] as HTMLElement).getByRole('link', { name: 'Start A late one' })).toHaveAttribute(
    'href',
    '/resource/1',
  );
  expect(within(rows[1] as HTMLElement).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30');
  expect(within(rows[1] as HTMLElement).getByRole('link', { name: 'Continue A begun one' })).toBeVisible();
  expect(within(rows[2] as HTMLElement).getByRole('link', { name: 'Confirm A read one' })).toBeVisible();
  expect(region.getByRole('link', { name: 'All 7, 4 completed' })).toHaveAttribute('href', '/organisation/my-learning');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(['Assigned to you', 'Continue']);
  const fits = within(screen.getByRole('region', { name: 'For your goal' })).getAllByRole('listitem');
  expect(fits).toHaveLength(2);
});

test('DASH-16 TOOL-07 Continue of an assigned tool that was begun opens the tool with one press', async () => {
  const tabs = noteTabs();
  const begun = { type: 'online_tool', onlineProductId: 5, status: 'in_progress', completionPercentage: 30 } as const;
  const toDo = [ownAssignment({ ...begun, title: 'A tool' })];
  const { user } = await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(getDashboard, dashboard({ assigned: { toDo, assigned: 1, completed: 0 } })),
      answer(getResourceAccess, { hasAccess: true, code: null, reason: '' }),
      answer(getOnlineProduct, { id: 5, name: 'Canvas', description: '', toolType: 'embedded' }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Continue A tool' }));
  await waitFor(() => expect(tabs).toEqual(['/api/tools/direct-access/1/5']));
});

test('DASH-16 PATH-02 an assigned path shows its next step, whose check its button opens', async () => {
  const next = { number: 3, required: 6, kind: 'check', title: 'A guide', questions: 8, checkOf: 5 } as const;
  const path = { resourceId: 2, type: 'path', status: 'in_progress', completionPercentage: 33 } as const;
  const toDo = [
    ownAssignment({ id: 1, ...path, title: 'A path with a check', nextStep: next }),
    ownAssignment({
      id: 2,
      ...path,
      title: 'A path to read',
      nextStep: { ...next, kind: 'resource', questions: null, checkOf: null },
      check: { passed: false, attempts: 1, bestPercent: 40 },
    }),
  ];
  const progress = { completionPercentage: 50, lastAccessed: '2026-01-05T09:00:00.000Z', readingPosition: null };
  const begun = resource({ id: 4, type: 'path' });
  const unfinished = libraryEntry({ resource: begun, progress, nextStep: { ...next, number: 4 } });
  await renderPortal('/', {
    answers: [
      ...forDashboard(),
      answer(getDashboard, dashboard({ assigned: { toDo, assigned: 2, completed: 0 } })),
      answer(listUnfinished, [unfinished]),
    ],
  });
  const [first, second] = within(await screen.findByRole('region', { name: 'Assigned to you' })).getAllByRole(
    'listitem',
  ) as [HTMLElement, HTMLElement];
  expect(first).toHaveTextContent('Learning Path · step 3 of 6');
  expect(first).toHaveTextContent('Next: the check, 8 questions');
  expect(within(first).getByRole('link')).toHaveAttribute('href', '/resource/5/check');
  expect(within(first).getByRole('link')).toHaveTextContent('Take the check A path with a check');
  expect(second).toHaveTextContent('Next: A guide');
  expect(within(second).getByRole('link', { name: 'Continue A path to read' })).toHaveAttribute('href', '/resource/2');
  expect(screen.getByText('Next: step 4, the check, 8 questions')).toBeVisible();
});

test('DASH-14 DASH-15 role and goal are asked once: their first step leads to the question on the page', async () => {
  const { user } = await renderPortal('/', {
    as: newcomer,
    answers: [...forDashboard(), answer(getDashboard, dashboard({ isNewcomer: true, hasOpened: false }))],
  });
  const question = await screen.findByRole('heading', { name: 'What should we show first?' });
  const steps = within(screen.getByRole('region', { name: 'First steps' }));
  await user.click(steps.getByRole('button', { name: /^Answer/ }));
  expect(question).toHaveFocus();
  expect(steps.queryByRole('link', { name: 'Open my profile' })).toBeNull();
});

test('DASH-12 a first sign-in is greeted as one, also when something was begun', async () => {
  await renderPortal('/', {
    as: member({ createdAt: new Date().toISOString() }),
    answers: [...forDashboard(), answer(getDashboard, dashboard({ isNewcomer: false }))],
  });
  expect(await screen.findByRole('heading', { name: 'Welcome, Ines' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Redeem Promo Code' })).toBeVisible();
});
