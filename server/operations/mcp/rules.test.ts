import { expect, it } from 'vitest';
import type { ShownAccess } from '#contract/operations/mcp.ts';
import { explainClosed } from './rules.ts';

const url = 'http://portal.test/resource/7';
const closed: ShownAccess = {
  hasAccess: false,
  code: 'access.subscription-required',
  reason: 'Subscription required',
  because: [],
  accessType: 'subscription',
  price: null,
  monthlyPrice: 9.5,
  annualPrice: 95,
  currency: 'GBP',
};

it('MCP-03 says why a resource is closed, what it costs and where', () => {
  expect(explainClosed(closed, url)).toBe(
    `Subscription required. It costs 9.50 GBP a month or 95.00 GBP a year. See ${url}`,
  );
});

it('ACCESS-06 names no price for what an administrator has closed, because paying would not open it', () => {
  const blocked = { ...closed, code: 'access.blocked', reason: 'Resource access blocked by administrator' } as const;
  expect(explainClosed(blocked, url)).toBe(`Resource access blocked by administrator. See ${url}`);
});
