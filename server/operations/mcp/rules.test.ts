import { expect, it } from 'vitest';
import type { ShownAccess } from '#contract/operations/mcp.ts';
import { explainClosed, mostPagesInAnHour, mostTextInAnHour } from './rules.ts';

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

it.each([
  [1, 20],
  [80, 20],
  [81, 30],
  [400, 100],
])('MCP-04 a document of %i pages gives assistants %i pages an hour: a quarter, and at least 20', (pages, most) => {
  expect(mostPagesInAnHour(pages)).toBe(most);
});

it.each([
  [10, 100],
  [400 * 1024, 100],
  [400 * 1024 + 1, 101],
  [4_000 * 1024, 1000],
])(
  'MCP-04 a text of %i characters without pages gives assistants %i thousand an hour: a quarter, and at least 100',
  (characters, most) => {
    expect(mostTextInAnHour(characters)).toBe(most);
  },
);
