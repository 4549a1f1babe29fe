import { expect, test } from 'vitest';
import type { ToolAccess } from '#contract/learning/tools.ts';
import { expiryNotice, isToolOf, sandboxOf } from './display.ts';

const access = (fields: Partial<ToolAccess> = {}): ToolAccess => ({
  user: { firstName: 'Mira' },
  sessionData: null,
  completionPercentage: 0,
  resource: { id: 3, title: 'Canvas', accessType: 'free' },
  onlineProduct: {
    id: 7,
    name: 'Canvas',
    description: '',
    slug: 'canvas',
    toolType: 'embedded',
    opening: 'landing',
    toolUrl: null,
    launchUrl: null,
  },
  expiresAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

test('TOOL-12 the end of the subscription is announced for what the subscription opens', () => {
  const resource = { id: 3, title: 'Canvas', accessType: 'subscription' as const };
  expect(expiryNotice(access({ resource }))).toMatch(/subscription expires/);
  expect(expiryNotice(access())).toBeNull();
});

test('a token opens the page of its own tool only', () => {
  expect(isToolOf(access(), {})).toBe(true);
  expect(isToolOf(access(), { product: '7' })).toBe(true);
  expect(isToolOf(access(), { product: '8' })).toBe(false);
  expect(isToolOf(access(), { slug: 'canvas' })).toBe(true);
  expect(isToolOf(access(), { slug: 'other' })).toBe(false);
});

test('a framed tool keeps its own origin, never the portal’s', () => {
  const portal = 'https://portal.example';
  expect(sandboxOf('https://tools.example/x', portal)).toContain('allow-same-origin');
  for (const own of ['/sandbox/tools/x', 'https://portal.example/x', 'https://portal.example:443/']) {
    expect(sandboxOf(own, portal)).not.toContain('allow-same-origin');
  }
  expect(sandboxOf('https://tools.example/x', portal)).not.toContain('top-navigation');
});
