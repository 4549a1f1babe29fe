import { expect, test } from 'vitest';
import { accessReasons } from '#contract/access.ts';
import { accessTypes } from '#contract/catalogue.ts';
import { accessBadge, cardLabel } from './display.ts';

const refused = (reason: string) => ({ hasAccess: false, reason });
const open = { hasAccess: true, reason: '' };

test('ACCESS-10 a card says "Purchase Required" for that reason, whatever the access type', () => {
  for (const accessType of accessTypes) {
    expect(cardLabel(accessType, refused('Purchase required'))).toBe('Purchase Required');
  }
});

test('ACCESS-11 a card says "Subscription Required" for both texts of that reason', () => {
  expect(cardLabel('purchase', refused('Active subscription required'))).toBe('Subscription Required');
  expect(cardLabel('purchase', refused('Subscription required for this tool'))).toBe('Subscription Required');
});

test('ACCESS-12 a blocked resource is labelled by its access type', () => {
  expect(cardLabel('purchase', refused(accessReasons.blocked))).toBe('Purchase Required');
  expect(cardLabel('subscription', refused(accessReasons.blocked))).toBe('Subscription Required');
});

test('ACCESS-13 without an answer the access type speaks, and free shows "Available"', () => {
  expect(cardLabel('free', undefined)).toBe('Available');
  expect(cardLabel('purchase', undefined)).toBe('Purchase Required');
  expect(cardLabel('subscription', undefined)).toBe('Subscription Required');
});

test('ACCESS-14 whatever the server answers, a card says one of three labels', () => {
  const answers = [
    undefined,
    open,
    refused(''),
    refused('Something new'),
    ...Object.values(accessReasons).map(refused),
  ];
  const labels = accessTypes.flatMap((accessType) => answers.map((answer) => cardLabel(accessType, answer)));
  expect(new Set(labels)).toEqual(new Set(['Available', 'Purchase Required', 'Subscription Required']));
});

test('ACCESS-22 a card with access says "Available"', () => {
  for (const accessType of accessTypes) expect(cardLabel(accessType, open)).toBe('Available');
});

test('DETAIL-14 with access the badge says "You have access"', () => {
  for (const accessType of accessTypes) expect(accessBadge(accessType, open)).toBe('You have access');
});

test('DETAIL-15 a block is named by what the resource asks for', () => {
  expect(accessBadge('subscription', refused(accessReasons.blocked))).toBe('Subscription Required');
  expect(accessBadge('purchase', refused(accessReasons.blocked))).toBe('Purchase Required');
  expect(accessBadge('free', refused(accessReasons.blocked))).toBe('Purchase Required');
});

test('DETAIL-16 the two plain reasons have their badges', () => {
  expect(accessBadge('purchase', refused('Purchase required'))).toBe('Purchase Required');
  expect(accessBadge('subscription', refused('Active subscription required'))).toBe('Subscription Required');
});

test('DETAIL-17 another subscription text and any other reason have theirs', () => {
  expect(accessBadge('subscription', refused('Subscription required for this tool'))).toBe('You do not have access');
  expect(accessBadge('purchase', refused('Something new'))).toBe('Access Required');
  expect(accessBadge('purchase', refused(''))).toBe('Access Required');
});

test('each reason of the server has its own badge', () => {
  const badges = [accessReasons.purchase, accessReasons.subscription].map((r) => accessBadge('free', refused(r)));
  expect(badges).toEqual(['Purchase Required', 'Subscription Required']);
});
