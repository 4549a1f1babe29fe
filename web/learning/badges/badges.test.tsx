import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { checkBadge, getBadge, issueBadge, shareBadge } from '#contract/learning/badges.endpoints.ts';
import type { CheckedBadge, HolderBadge } from '#contract/learning/badges.ts';
import { listOwnAssignments } from '#contract/learning/learning.endpoints.ts';
import { listCertificates } from '#contract/learning/learning-certificates.endpoints.ts';
import type { Certificate } from '#contract/learning/learning-certificates.ts';
import { getOwnOrganisation } from '#contract/organisations/organisations.endpoints.ts';
import { certificate } from '#tests/support/web/learning-fixtures.ts';
import { answer, callsOf, refuse, serve } from '#tests/support/web/network.ts';
import { renderPortal, visitor } from '#tests/support/web/render.tsx';
import { expectToast } from '#tests/support/web/screen.ts';

const organisation = {
  id: 1,
  name: 'Northmere Council',
  role: 'learner' as const,
  isKnown: true,
  people: 3,
  seats: { total: 0, inUse: 0 },
  ownSeats: [],
};

const made = (changed: Partial<HolderBadge> = {}): HolderBadge => ({
  showName: false,
  proveAddress: false,
  isShared: false,
  issuedAt: '2026-05-12T09:00:00.000Z',
  namesFormerAddress: false,
  ...changed,
});

async function openBadge(badge: HolderBadge | null, changed: Partial<Certificate> = {}) {
  const { user } = await renderPortal('/organisation/my-learning', {
    answers: [
      answer(getOwnOrganisation, organisation),
      answer(listOwnAssignments, []),
      answer(listCertificates, [certificate(changed)]),
      answer(getBadge, { badge }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Certificate for A guide' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'A guide' }));
  expect(callsOf(getBadge)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Open badge' }));
  return { user, dialog };
}

test('BADGE-01 a certificate that has expired gets no badge', async () => {
  const { dialog } = await openBadge(null, { state: 'expired', validUntil: '2026-06-01' });
  expect(await dialog.findByText(/^This certificate is no longer valid/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Make badge' })).toBeNull();
});

test('BADGE-02 a badge says nothing about a person by default, and calls the hash guessable before it is chosen', async () => {
  const { user, dialog } = await openBadge(null);
  const name = await dialog.findByRole('checkbox', { name: 'My name' });
  const hash = dialog.getByRole('checkbox', { name: 'A salted hash of my email address, which can be guessed' });
  expect([name, hash].map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
  expect(dialog.getByText(/anyone can guess it by trying likely addresses\.$/)).toBeVisible();
  serve(refuse(issueBadge, 'request.busy'));
  await user.click(dialog.getByRole('button', { name: 'Make badge' }));
  await expectToast('The badge was not made');
  await user.click(name);
  serve(answer(issueBadge, ({ body }) => ({ badge: made(body) })));
  await user.click(dialog.getByRole('button', { name: 'Make badge' }));
  expect(await dialog.findByText(/^Made on 12 May 2026\. It shows your name\./)).toBeVisible();
  expect(callsOf(issueBadge).at(-1)?.body).toEqual({ showName: true, proveAddress: false });
});

test('a double click on Make badge makes one badge', async () => {
  const { dialog } = await openBadge(null);
  serve(answer(issueBadge, ({ body }) => ({ badge: made(body) })));
  const button = await dialog.findByRole('button', { name: 'Make badge' });
  // Both clicks come before the next render, which disables the button.
  button.click();
  button.click();
  expect(await dialog.findByText(/^Made on 12 May 2026\./)).toBeVisible();
  expect(callsOf(issueBadge)).toHaveLength(1);
});

test('BADGE-02 another choice says that copies stay, and sharing shows the link', async () => {
  const { user, dialog } = await openBadge(made({ proveAddress: true, namesFormerAddress: true }));
  expect(await dialog.findByText(/^This badge names an earlier address of this portal/)).toBeVisible();
  expect(dialog.queryByRole('link', { name: 'Link of the badge' })).toBeNull();
  serve(answer(shareBadge, ({ body }) => ({ badge: made(body) })));
  await user.click(dialog.getByRole('switch', { name: 'Share this badge' }));
  const link = await dialog.findByRole('link', { name: 'Link of the badge' });
  expect(link).toHaveAttribute('href', '/api/public/certificates/Ab2Cd3Ef4Gh5Jk6Mn7Pq8R/badge.json');
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  await expectToast('The link is copied');
  expect(await navigator.clipboard.readText()).toContain('/badge.json');
  await user.click(dialog.getByRole('button', { name: 'Change what it says' }));
  expect(dialog.getByText(/Copies of the old one stay with those who have them/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Make new badge' }));
  expect(callsOf(issueBadge)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  expect(dialog.getByText(/It shows nothing about you\./)).toBeVisible();
});

const contents = {
  resource: 'Explaining decisions',
  version: 3,
  completedAt: '2026-05-12T09:00:00.000Z',
  validUntil: '2026-07-01',
  name: null,
  provesAddress: true,
};

test('BADGE-03 the page says which badge is refused, altered, foreign, revoked, superseded, expired and valid', async () => {
  const { user } = await renderPortal('/verify', { as: visitor });
  const choose = async (name = 'badge.json') =>
    user.upload(screen.getByLabelText('File of the badge'), new File(['{}'], name, { type: 'application/json' }));
  await screen.findByRole('heading', { name: 'Check a badge' });
  serve(refuse(checkBadge, 'badges.unreadable'));
  await choose();
  expect(await screen.findByRole('alert')).toHaveTextContent('This file is no badge.');
  expect(callsOf(checkBadge).at(-1)?.body).toEqual({ file: btoa('{}') });
  const titles: Record<CheckedBadge['state'], string> = {
    altered: 'This badge was altered',
    foreign: 'This badge is not of this portal',
    revoked: 'This badge was revoked',
    superseded: 'This badge was replaced',
    expired: 'This badge has expired',
    valid: 'This badge is valid',
  };
  for (const [state, title] of Object.entries(titles) as [CheckedBadge['state'], string][]) {
    const hasContents = state !== 'altered' && state !== 'foreign';
    const checkedAt = '2026-11-30T09:00:00.000Z';
    serve(answer(checkBadge, { state, contents: hasContents ? contents : null, checkedAt }));
    await choose(`${state}.json`);
    expect(await screen.findByRole('heading', { level: 3, name: title })).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Explaining decisions') !== null).toBe(hasContents));
    expect(screen.queryByRole('alert')).toBeNull();
  }
  expect(screen.getByText('Not in the badge')).toBeVisible();
});
