import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import { getAssessmentQuestions, getOwnAssessment, listAttempts } from '#contract/learning/assessment.endpoints.ts';
import { generateToolToken, updateToolSession, validateToolToken } from '#contract/learning/tools.endpoints.ts';
import { getDashboard } from '#contract/pages/dashboard.endpoints.ts';
import { forDashboard } from '#tests/support/web/answers.ts';
import { assessmentAccess, questions, questionsPath, sectionTitles } from '#tests/support/web/assessment.ts';
import { notePageLoads } from '#tests/support/web/browser.ts';
import { dashboard, fullResource } from '#tests/support/web/fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { openAnew, renderPortal } from '#tests/support/web/render.tsx';
import { expectAddress, expectToast } from '#tests/support/web/screen.ts';

const address = `${questionsPath}?token=secret`;
const saved = answer(updateToolSession, { completionPercentage: 0, expiresAt: '2026-01-05T10:00:00.000Z' });
const own = (percent: number) => ({ resource: { id: 1, hasAccess: true, percent }, latest: null });

const forQuestions = () => [
  answer(validateToolToken, assessmentAccess()),
  answer(getAssessmentQuestions, questions()),
  answer(listAttempts, []),
  saved,
];

/** Answers for buttons of other screens that open the questions again. */
const forOpening = () => [
  answer(getResource, fullResource({ type: 'online_tool', onlineProductId: 1 })),
  answer(generateToolToken, { token: 'renewed', address, toolAddress: questionsPath }),
];

const answerTo = async (number: number, level: string) => {
  const group = await screen.findByRole('group', { name: new RegExp(`^${number}\\D`) });
  return within(group).getByRole('radio', { name: level });
};

const choose = async (user: UserEvent, number: number, level: string) => user.click(await answerTo(number, level));

test.for([
  {
    id: 'ASSESS-01',
    when: 'there is no token',
    at: questionsPath,
    reason: 'No access token provided. Please access this tool through the platform.',
  },
  {
    id: 'ASSESS-02',
    when: 'the token is refused',
    at: `${questionsPath}?token=made-up`,
    reason: 'Invalid or expired access token. Please request new access through the platform.',
  },
])('$id the access is denied and the dashboard is shown when $when', async ({ at, reason }) => {
  const answers = [
    ...forDashboard(),
    ...forQuestions(),
    answer(getOwnAssessment, { resource: null, latest: null }),
    refuse(validateToolToken, 'tools.token-invalid'),
  ];
  await renderPortal(at, { answers });
  await expectToast('Access Denied', reason);
  expect(await screen.findByRole('heading', { name: /^Welcome( back)?, Ines$/ })).toBeVisible();
  await expectAddress('/');
});

test('PLAN-07 the address of the assessment without a token offers to open it to a member with access', async () => {
  const loads = notePageLoads();
  const answers = [...forDashboard(), ...forQuestions(), answer(getOwnAssessment, own(0)), ...forOpening()];
  const { user } = await renderPortal(questionsPath, { answers });
  await expectToast('Access Denied', 'No access token provided. Please access this tool through the platform.');
  await expectAddress('/');
  await user.click(screen.getByRole('button', { name: 'Open the assessment' }));
  await waitFor(() => expect(loads).toEqual([`${questionsPath}?token=renewed`]));
});

test('ASSESS-03 ASSESS-05 ASSESS-07 names the tool, the member and the sections, any of which can be opened', async () => {
  const { user } = await renderPortal(address, { answers: forQuestions() });
  expect(await screen.findByText('Welcome, Ines')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Responsible AI Readiness Assessment' })).toBeVisible();
  await expectAddress(questionsPath);
  for (const [index, name] of sectionTitles.entries()) {
    await user.click(screen.getByRole('button', { name: new RegExp(`^${name} ?3 questions`) }));
    expect(screen.getByText(`Section ${index + 1} of 4`)).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name })).toHaveFocus();
    expect(screen.getAllByRole('radio')).toHaveLength(12);
  }
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(screen.getByText('Section 3 of 4')).toBeVisible();
  await user.click(screen.getByRole('button', { name: new RegExp(`^${sectionTitles[0]}`) }));
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
});

test('ASSESS-05 ASSESS-08 a section that Next has left says how many of its questions are answered', async () => {
  const { user } = await renderPortal(address, { answers: forQuestions() });
  await choose(user, 1, 'Developing');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const name = `${sectionTitles[0]} ?1 of 3 answered ?completed`;
  expect(screen.getByRole('button', { name: new RegExp(name) })).toBeVisible();
  expect(screen.getByRole('button', { name: new RegExp(`^${sectionTitles[1]} ?3 questions`) })).toBeVisible();
});

test('ASSESS-04 ASSESS-09 each change is saved, with how far the member is', async () => {
  const { user } = await renderPortal(address, { answers: forQuestions() });
  await user.type(await screen.findByRole('textbox', { name: 'Scope' }), 'Sales');
  await choose(user, 1, 'Developing');
  await choose(user, 2, 'Initial');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await choose(user, 4, 'Advanced');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(await screen.findByText('Saved')).toBeVisible();
  await waitFor(() =>
    expect(callsOf(updateToolSession).at(-1)?.body).toMatchObject({
      token: 'secret',
      sessionData: {
        scope: 'Sales',
        currentStep: 1,
        completedSections: ['leadership'],
        answers: { leadership_vision: 'developing', leadership_commitment: 'initial', ethics_committee: 'advanced' },
      },
    }),
  );
});

test('answers that could not be sent before the page was closed are sent by the next visit', async () => {
  const { user } = await renderPortal(address, {
    answers: [...forQuestions(), refuse(updateToolSession, 'request.busy')],
  });
  await choose(user, 1, 'Advanced');
  expect(await screen.findByText(/^Not saved/)).toBeVisible();
  serve(saved);
  const before = callsOf(updateToolSession).length;
  await openAnew(address);
  await waitFor(async () => expect(await answerTo(1, 'Advanced')).toBeChecked());
  await waitFor(() => expect(callsOf(updateToolSession).length).toBeGreaterThan(before));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(callsOf(updateToolSession).at(-1)?.body).toMatchObject({
    sessionData: { answers: { leadership_vision: 'advanced' } },
  });
});

test('ASSESS-09 the page obtains a new token and saves again when its token has ended', async () => {
  const { user } = await renderPortal(address, {
    answers: [
      ...forQuestions(),
      refuse(updateToolSession, 'tools.token-invalid'),
      answer(generateToolToken, ({ body }) => {
        expect(body).toEqual({ resourceId: 1, onlineProductId: 1 });
        serve(saved);
        return { token: 'renewed', address, toolAddress: questionsPath };
      }),
    ],
  });
  await choose(user, 1, 'Developing');
  await waitFor(() => expect(callsOf(updateToolSession).map(({ body }) => body.token)).toEqual(['secret', 'renewed']));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(callsOf(updateToolSession).at(-1)?.body).toMatchObject({
    sessionData: { answers: { leadership_vision: 'developing' } },
  });
});

test('ASSESS-20 a skipped question is named with a way to it, from its own section and from another', async () => {
  const { user } = await renderPortal(address, { answers: forQuestions() });
  await choose(user, 1, 'Developing');
  await choose(user, 3, 'Initial');
  expect(screen.getByText('2 of 3 answered')).toBeVisible();
  expect(screen.getAllByText('Not answered yet')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'go to question 2' }));
  expect(await answerTo(2, 'Initial')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await choose(user, 4, 'Advanced');
  await user.click(screen.getByRole('button', { name: 'go to question 2' }));
  expect(screen.getByText('Section 1 of 4')).toBeVisible();
  expect(await answerTo(2, 'Initial')).toHaveFocus();
  await user.keyboard(' ');
  expect(screen.getByText('3 of 3 answered')).toBeVisible();
  expect(screen.queryByText('Not answered yet')).toBeNull();
});

test('ASSESS-20 PLAN-04 “Save and leave” keeps the answers, and My plan and the dashboard lead back to them', async () => {
  const loads = notePageLoads();
  const answers = [
    ...forDashboard(),
    answer(getDashboard, dashboard({ assessment: own(25) })),
    answer(getOwnAssessment, own(25)),
    ...forQuestions(),
    ...forOpening(),
  ];
  const { user } = await renderPortal(address, { answers });
  for (const number of [1, 2, 3]) await choose(user, number, 'Initial');
  await user.click(screen.getByRole('button', { name: 'Save and leave' }));
  await expectToast('Your answers are kept', 'Continue from My plan at any time.');
  expect(await screen.findByRole('heading', { name: '25% of the assessment answered' })).toBeVisible();
  expect(Object.keys(callsOf(updateToolSession).at(-1)?.body.sessionData.answers ?? {})).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Continue the assessment' }));
  await waitFor(() => expect(loads).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await user.click(await screen.findByRole('button', { name: 'Continue the assessment' }));
  await waitFor(() => expect(loads).toEqual(Array(2).fill(`${questionsPath}?token=renewed`)));
});
