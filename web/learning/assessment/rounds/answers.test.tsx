import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getRoundSheet, listRounds } from '#contract/learning/assessment-rounds.endpoints.ts';
import type { AssessmentRound } from '#contract/learning/assessment-rounds.ts';
import { listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import { getOwnOrganisation } from '#contract/organisations/organisations.endpoints.ts';
import { questions } from '#tests/support/web/assessment.ts';
import { answer } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

test('ORG-02 a learner reaches all open rounds, page by page', async () => {
  const organisation = { id: 4, name: 'Northmere', role: 'learner' as const, isKnown: null, people: null, seats: null };
  const roundOf = (id: number): AssessmentRound => ({
    ...{ id, title: `Round ${id}`, contentVersion: '1', createdAt: '2026-01-05T09:00:00.000Z', closedAt: null },
    ...{ closesOn: '2026-12-20', invited: null, answered: null, hasResults: false, own: 'waiting' },
  });
  const all = Array.from({ length: 21 }, (_, index) => roundOf(21 - index));
  const { user } = await renderPortal('/organisation', {
    answers: [
      answer(getOwnOrganisation, { ...organisation, ownSeats: [] }),
      answer(listCertificates, []),
      answer(listOwnAssignments, []),
      answer(listRounds, ({ query }) => (query.get('page') === '2' ? all.slice(20) : all.slice(0, 20)), {
        totalCount: 21,
      }),
    ],
  });
  expect(await screen.findByRole('link', { name: /Round 21$/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Round 1$/ })).toBeNull();
  const pages = screen.getByRole('navigation', { name: 'Pages of assessments' });
  await user.click(within(pages).getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('link', { name: /Round 1$/ })).toBeVisible();
});

test('TEAM-04 an invited person reads how many people are invited before answering', async () => {
  const organisation = { id: 4, name: 'Northmere', role: 'learner' as const, isKnown: null, people: null, seats: null };
  const round = { id: 7, title: 'Autumn', organisation: 'Northmere', closesOn: '2026-12-20', answers: null };
  await renderPortal('/organisation/assessment/7/answers', {
    answers: [
      answer(getOwnOrganisation, { ...organisation, ownSeats: [] }),
      answer(getRoundSheet, { ...round, invited: 6, questions: questions() }),
    ],
  });
  const sentence = await screen.findByText(/^No other person sees your answers\. /);
  expect(sentence).toHaveTextContent(
    '6 people are invited. Results are shown only if at least 5 people other than owners and managers answer.',
  );
});
