import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import {
  changePlanEntry,
  getAttempt,
  getOwnAssessment,
  listAttempts,
} from '#contract/learning/assessment.endpoints.ts';
import { generateToolToken, updateToolSession } from '#contract/learning/tools.endpoints.ts';
import { attempt, questionsPath, result, sectionTitles } from '#tests/support/web/assessment.ts';
import { notePageLoads } from '#tests/support/web/browser.ts';
import { fullResource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, refuse } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const address = `${questionsPath}?attempt=1`;

const forResult = (shown = result('developing')) => [
  answer(getAttempt, shown),
  answer(getOwnAssessment, { resource: { id: 1, hasAccess: true, percent: 100 }, latest: attempt() }),
  answer(listAttempts, [attempt()]),
];

test('ASSESS-16 LABEL-12 the results name the overall and each section with percent, and recommend', async () => {
  await renderPortal(address, { answers: forResult() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Overall maturity: Developing' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveTextContent(/Overall\s*67%/);
  for (const name of sectionTitles) {
    const [heading] = screen.getAllByRole('heading', { name });
    expect(heading?.closest('li')).toHaveTextContent('67%');
  }
  const recommendations = within(screen.getByRole('region', { name: 'Recommendations' }));
  const [first] = recommendations.getAllByRole('listitem');
  expect(within(first as HTMLElement).getAllByRole('link')[0]).toHaveTextContent('Help 1');
  expect(recommendations.getByRole('button', { name: /^Add to my plan\s*: Action 1$/ })).toBeVisible();
});

test('PLAN-05 a retake asks first, keeps the result and begins without answers', async () => {
  const loads = notePageLoads();
  const { user } = await renderPortal(address, {
    answers: [
      ...forResult(),
      answer(getResource, fullResource({ type: 'online_tool', onlineProductId: 1 })),
      answer(generateToolToken, { token: 'secret', address: questionsPath, toolAddress: questionsPath }),
      answer(updateToolSession, { completionPercentage: 0, expiresAt: '2026-01-05T10:00:00.000Z' }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Retake assessment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Retake the assessment?' });
  expect(dialog).toHaveTextContent('Your results and the plan are kept.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { level: 1, name: 'Overall maturity: Developing' })).toBeVisible();
  expect(callsOf(updateToolSession)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Retake assessment' }));
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  await waitFor(() => expect(loads).toEqual([`${questionsPath}?token=secret`]));
  expect(callsOf(updateToolSession)[0]?.body.sessionData).toMatchObject({ answers: {}, completedSections: [] });
});

test('PLAN-05 earlier results are in the history of the result', async () => {
  const earlier = attempt({ id: 2, band: 'advanced', bandName: 'Advanced', percent: 100 });
  const answers = [...forResult(), answer(listAttempts, [attempt(), earlier])];
  const { user } = await renderPortal(address, { answers });
  await user.click(await screen.findByText('Earlier results'));
  const history = await screen.findByRole('table', { name: 'Attempts' });
  expect(history).toHaveTextContent('Advanced, 100%');
});

test('PLAN-05 a result of another member is not found', async () => {
  await renderPortal(address, { answers: [refuse(getAttempt, 'assessment.not-found')] });
  expect(await screen.findByRole('heading', { name: 'Result not found' })).toBeVisible();
});

test('PLAN-03 My plan folds the actions that were done before, and one that is ticked now keeps its place', async () => {
  const open = { owner: null, dueOn: null, doneAt: null };
  const done = { ...open, doneAt: '2026-01-05T09:00:00.000Z' };
  const shown = result('developing');
  const planned = (first: typeof open | typeof done) => ({
    ...shown,
    actions: shown.actions.map((action, index) => ({ ...action, entry: [first, done][index] ?? null })),
  });
  let own = planned(open);
  const { user } = await renderPortal('/my-plan', {
    answers: [
      ...forResult(),
      answer(getAttempt, () => own),
      answer(changePlanEntry, () => {
        own = planned(done);
        return done;
      }),
    ],
  });
  const box = (name: string) => screen.getByRole('checkbox', { name, hidden: true });
  await user.click(await screen.findByRole('checkbox', { name: 'Done: Action 1' }));
  expect(await screen.findByText('2 of 2 done')).toBeVisible();
  expect(box('Done: Action 1')).toBeChecked();
  expect(box('Done: Action 1').closest('details')).toBeNull();
  expect(box('Done: Action 2').closest('details')).not.toBeNull();
});
