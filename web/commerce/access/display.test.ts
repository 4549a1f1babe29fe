import { expect, test } from 'vitest';
import { accessTypes } from '#contract/catalogue/catalogue.ts';
import { type AccessCode, accessReasons } from '#contract/commerce/access.ts';
import { accessBadge, cardLabel } from './display.ts';

const rejected = (code: AccessCode | 'access.subscription-paused' | 'access.something-new') => ({
  hasAccess: false,
  code,
});
const open = { hasAccess: true, code: null };

test('ACCESS-10 a card says "Purchase Required" for that code, whatever the access type', () => {
  for (const accessType of accessTypes) {
    expect(cardLabel(accessType, rejected('access.purchase-required'))).toBe('Purchase Required');
  }
});

test('ACCESS-11 a card says "Subscription Required" for every code about subscriptions', () => {
  expect(cardLabel('purchase', rejected('access.subscription-required'))).toBe('Subscription Required');
  expect(cardLabel('purchase', rejected('access.subscription-paused'))).toBe('Subscription Required');
});

test('ACCESS-12 a blocked resource is labelled by its access type', () => {
  expect(cardLabel('purchase', rejected('access.blocked'))).toBe('Purchase Required');
  expect(cardLabel('subscription', rejected('access.blocked'))).toBe('Subscription Required');
});

test('ACCESS-13 the label follows the access type when there is no answer, and free shows "Available"', () => {
  expect(cardLabel('free', undefined)).toBe('Available');
  expect(cardLabel('purchase', undefined)).toBe('Purchase Required');
  expect(cardLabel('subscription', undefined)).toBe('Subscription Required');
});

test('ACCESS-14 whatever the server answers, a card says one of three labels', () => {
  const codes = ['access.purchase-required', 'access.subscription-required', 'access.blocked'] as const;
  expect(Object.keys(accessReasons)).toEqual(codes);
  const answers = [undefined, open, rejected('access.something-new'), ...codes.map(rejected)];
  const labels = accessTypes.flatMap((accessType) => answers.map((answer) => cardLabel(accessType, answer)));
  expect(new Set(labels)).toEqual(new Set(['Available', 'Purchase Required', 'Subscription Required']));
});

test('ACCESS-22 a card with access says "Available"', () => {
  for (const accessType of accessTypes) expect(cardLabel(accessType, open)).toBe('Available');
});

test('DETAIL-14 the badge of a resource that is open says "You have access"', () => {
  for (const accessType of accessTypes) expect(accessBadge(accessType, open)).toBe('You have access');
});

test('DETAIL-15 a block is named by what the resource asks for', () => {
  expect(accessBadge('subscription', rejected('access.blocked'))).toBe('Subscription Required');
  expect(accessBadge('purchase', rejected('access.blocked'))).toBe('Purchase Required');
  expect(accessBadge('free', rejected('access.blocked'))).toBe('Purchase Required');
});

test('DETAIL-16 the codes for a purchase and a subscription have their badges', () => {
  expect(accessBadge('purchase', rejected('access.purchase-required'))).toBe('Purchase Required');
  expect(accessBadge('subscription', rejected('access.subscription-required'))).toBe('Subscription Required');
});

test('DETAIL-17 another code about subscriptions and any other code have theirs', () => {
  expect(accessBadge('subscription', rejected('access.subscription-paused'))).toBe('You do not have access');
  expect(accessBadge('purchase', rejected('access.something-new'))).toBe('Access Required');
});

test('SAFE-03 the sentence beside the code changes nothing on the screen', () => {
  const decision = { ...rejected('access.purchase-required'), reason: 'Active subscription required' };
  expect(cardLabel('purchase', decision)).toBe('Purchase Required');
  expect(accessBadge('purchase', decision)).toBe('Purchase Required');
});
