import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { getOnlineProduct } from '#contract/catalogue/products.endpoints.ts';
import { getResourceAccess } from '#contract/commerce/access.endpoints.ts';
import { listOwnAssignments, shareEarlierCompletion } from '#contract/learning/learning.endpoints.ts';
import type { OwnAssignment } from '#contract/learning/learning.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import { getOwnOrganisation } from '#contract/organisations/organisations.endpoints.ts';
import { noteTabs } from '#tests/support/web/browser.ts';
import { ownAssignment } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

async function openLearning(own: () => OwnAssignment) {
  const organisation = {
    id: 1,
    name: 'Northmere Council',
    role: 'learner' as const,
    isKnown: true,
    people: 3,
    seats: { total: 0, inUse: 0 },
    ownSeats: [],
  };
  const { user } = await renderPortal('/organisation/my-learning', {
    answers: [
      answer(getOwnOrganisation, organisation),
      answer(listCertificates, []),
      answer(listOwnAssignments, () => [own()]),
      refuse(shareEarlierCompletion, 'learning.assignment-not-found'),
    ],
  });
  return {
    user,
    item: within((await screen.findByRole('heading', { name: 'A guide' })).closest('li') ?? document.body),
  };
}

test('LEARN-01 a person reads that a seat is missing, and of no earlier completion when there is none', async () => {
  const { item } = await openLearning(() => ownAssignment({ canOpen: false }));
  expect(item.getByText('You need a seat to open this. Ask Northmere Council for one.')).toBeVisible();
  expect(item.queryByRole('button', { name: /^Tell/ })).toBeNull();
});

test('LEARN-02 an earlier completion is shared only when the person says so, and a failure says so', async () => {
  const { user, item } = await openLearning(() => ownAssignment({ earlierCompletedAt: '2026-10-03T12:00:00.000Z' }));
  expect(item.getByText(/You completed this on 3 October 2026, before it was assigned\./)).toBeVisible();
  expect(item.queryByText(/You need a seat/)).toBeNull();
  expect(item.queryByText(/in part/)).toBeNull();
  expect(callsOf(shareEarlierCompletion)).toEqual([]);
  await user.click(item.getByRole('button', { name: 'Tell Northmere Council that you completed A guide' }));
  await expectToast('The completion was not shared');
  await waitFor(() => expect(callsOf(shareEarlierCompletion)).toHaveLength(1));
});

test('ORG-10 a path that was completed with earlier steps says so in part', async () => {
  const path = ownAssignment({
    assignedAt: '2026-10-01T12:00:00.000Z',
    earlierCompletedAt: '2026-10-03T12:00:00.000Z',
  });
  const { item } = await openLearning(() => path);
  expect(item.getByText(/You completed this on 3 October 2026, in part before it was assigned\./)).toBeVisible();
});

test('LEARN-06 TOOL-07 Continue of a begun tool opens the tool with one press', async () => {
  const tabs = noteTabs();
  const begun = { type: 'online_tool', onlineProductId: 5, status: 'in_progress', completionPercentage: 30 } as const;
  const { user, item } = await openLearning(() => ownAssignment(begun));
  serve(
    answer(getResourceAccess, { hasAccess: true, code: null, reason: '' }),
    answer(getOnlineProduct, { id: 5, name: 'Canvas', description: '', toolType: 'embedded' }),
  );
  await user.click(item.getByRole('button', { name: 'Continue A guide' }));
  await waitFor(() => expect(tabs).toEqual(['/api/tools/direct-access/1/5']));
});
