import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import { getPath } from '#contract/learning/paths.endpoints.ts';
import { getProgress, markFinished } from '#contract/learning/progress.endpoints.ts';
import { forResource } from '#tests/support/web/answers.ts';
import { wholeResource } from '#tests/support/web/fixtures.ts';
import { ownAssignment, ownPath, ownProgress, pathStep } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';

const due = { status: 'overdue', completedAt: '2026-01-05T09:00:00.000Z', validUntil: '2026-07-05' } as const;
const finished = ownProgress({ completionPercentage: 100, isFinished: true });

/** Opens the page of a resource whose refresh is due, and returns the note about its assignment. */
async function openDue(changed: Partial<OwnAssignment>, type: OwnAssignment['type'] = 'report') {
  const { user } = await renderPortal('/resource/1', {
    answers: [
      ...forResource(wholeResource({ type, ...(type === 'path' && { outline: { order: 'in_order', sections: [] } }) })),
      answer(getProgress, finished),
      answer(markFinished, finished),
      answer(listCertificates, []),
      answer(listOwnAssignments, [ownAssignment({ ...due, type, ...changed })]),
      answer(getPath, ownPath([pathStep(1), pathStep(2)], { isRefresh: true })),
    ],
  });
  return { user, note: within(await screen.findByRole('region', { name: 'Assigned learning' })) };
}

test('LEARN-02 a resource whose refresh is due is completed again by saying so', async () => {
  const { user, note } = await openDue({});
  await user.click(await note.findByRole('button', { name: 'I have gone through A guide again' }));
  expect(callsOf(markFinished)).toMatchObject([{ body: { isFinished: true } }]);
});

test('CHECK-07 the refresh of a resource with a check leads to the check', async () => {
  const { note } = await openDue({ check: { passed: false, attempts: 0, bestPercent: null } });
  expect(await note.findByRole('link', { name: 'Take the check again' })).toHaveAttribute('href', '/resource/1/check');
  expect(note.queryByRole('button', { name: /again$/ })).toBeNull();
});

test('PATH-02 PATH-03 the refresh of a path begins with its next step, before its assignment and its access', async () => {
  const { note } = await openDue({}, 'path');
  const next = await screen.findByRole('region', { name: 'Text 1' });
  expect(next).toHaveTextContent('Next: step 1 of 2');
  expect(next).toHaveTextContent('due again');
  const later = [note.getByText('Assigned by Northmere Council'), await screen.findByText('0 of 2 steps')];
  for (const part of later) {
    expect(next.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  }
  expect(note.queryByRole('button', { name: /again$/ })).toBeNull();
});
