import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getPublicAssessment, scorePublicAnswers } from '#contract/learning/assessment.endpoints.ts';
import { forSignIn } from '#tests/support/web/answers.ts';
import { publicResult, questions } from '#tests/support/web/assessment.ts';
import { answer, callsOf, fail, serve } from '#tests/support/web/network.ts';
import { openAnew, renderPortal, visitor } from '#tests/support/web/render.tsx';

const forVisitor = [answer(getPublicAssessment, { questions: questions(), example: publicResult('developing') })];

async function answerAll(user: UserEvent, level: string): Promise<void> {
  const start = await screen.findByRole('button', { name: 'Start the assessment' });
  await waitFor(() => expect(start).toBeEnabled());
  await user.click(start);
  for (let section = 1; section <= 4; section += 1) {
    await screen.findByText(`Section ${section} of 4`);
    for (const choice of screen.getAllByRole('radio', { name: level })) await user.click(choice);
    if (section < 4) await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  await user.click(screen.getByRole('button', { name: 'View Results' }));
}

test('TRY-02 TRY-04 GEN-31 the result shows the band, three actions with resources of the catalogue, and the areas; on paper nothing that keeps it', async () => {
  const answers = [...forVisitor, answer(scorePublicAnswers, publicResult('developing'))];
  const { user } = await renderPortal('/assessment', { as: visitor, answers });
  await answerAll(user, 'Developing');
  expect(await screen.findByRole('heading', { level: 1, name: 'Developing' })).toBeVisible();
  expect(screen.getByText(/^24 points lie in Developing, 18 to 26\./)).toBeInTheDocument();
  const steps = within(screen.getByRole('region', { name: 'Three steps that would help most' }));
  expect(steps.getAllByRole('heading', { level: 3 })).toHaveLength(3);
  expect(steps.getAllByRole('link')[0]).toHaveAttribute('href', '/catalogue/11/help-1');
  expect(within(screen.getByRole('region', { name: 'By area' })).getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByText(/^The portal has not stored this result\./)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Keep this result' })).toHaveClass('print:hidden');
});

test('SETUP-07 a result is kept by signing in alone where registration is by invitation', async () => {
  const answers = [...forVisitor, answer(scorePublicAnswers, publicResult('developing'))];
  const { user } = await renderPortal('/assessment', { as: visitor, answers, config: { registration: 'invited' } });
  await answerAll(user, 'Developing');
  const keep = within(await screen.findByRole('region', { name: 'Keep this result' }));
  expect(keep.getByRole('link', { name: 'Sign in and keep it' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/auth\?next=%2Fassessment%2Fkeep/),
  );
  expect(screen.queryByRole('link', { name: /[Rr]egister/ })).toBeNull();
});

test('TRY-02 a result that cannot be computed says so, keeps the answers, and is asked for again', async () => {
  const { user } = await renderPortal('/assessment', {
    as: visitor,
    answers: [...forVisitor, fail(scorePublicAnswers)],
  });
  await answerAll(user, 'Emerging');
  expect(await screen.findByRole('heading', { name: 'The result could not be computed' })).toBeVisible();
  serve(answer(scorePublicAnswers, publicResult('emerging')));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Emerging' })).toBeVisible();
  const [first, second] = callsOf(scorePublicAnswers).map(({ body }) => body);
  expect(Object.values(second?.answers ?? {})).toEqual(Array(12).fill('emerging'));
  expect(second).toEqual(first);
});

test('TRY-01 Start again deletes the answers only once it is confirmed', async () => {
  const answers = [...forVisitor, answer(scorePublicAnswers, publicResult('developing'))];
  const { user } = await renderPortal('/assessment', { as: visitor, answers });
  await answerAll(user, 'Developing');
  await user.click(await screen.findByRole('button', { name: 'Start again' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Start again without your answers?' }));
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Developing' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Start again' }));
  expect(await screen.findByRole('button', { name: 'Start the assessment' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(localStorage.getItem('assessment visitor')).toBeNull();
});

test('ENTRY-05 shows the level of the result on the registration page that keeps it', async () => {
  const answers = [...forVisitor, answer(scorePublicAnswers, publicResult('developing')), ...forSignIn()];
  const { user } = await renderPortal('/assessment', { as: visitor, answers });
  await answerAll(user, 'Developing');
  await screen.findByRole('heading', { level: 1, name: 'Developing' });
  await openAnew('/auth?view=register&next=%2Fassessment%2Fkeep');
  expect(await screen.findByRole('heading', { level: 2, name: 'Developing' })).toBeVisible();
  expect(screen.getByText('Then your result is kept, with your plan.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeVisible();
});
