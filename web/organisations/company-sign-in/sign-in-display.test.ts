import { expect, test } from 'vitest';
import { affectedBy, domainsText, domainsWith, proofText } from './sign-in-display.ts';

const connection = {
  name: 'Northmere account',
  state: 'active' as const,
  domains: [{ id: 3, domain: 'northmere.example' }],
  affected: { inDomains: 41, linked: 0, outside: 7, invited: 3 },
};

const proven = {
  provenAt: '2026-11-20T09:00:00.000Z',
  dnsProvenAt: '2026-11-20T09:00:00.000Z',
  dnsCheckedAt: '2026-11-27T06:00:00.000Z',
  dnsFailingSince: null,
};

const write = (moment: string) => moment.slice(0, 10);

test('SSO-10 the people affected are counted by what they can do then', () => {
  expect(affectedBy(connection).map(({ count, who }) => `${count} ${who}`)).toEqual([
    '41 can sign in with Northmere account',
    '7 keep their password',
    '3 invited, who can choose',
  ]);
  const affected = { inDomains: 41, linked: 41, outside: 0, invited: 0 };
  expect(affectedBy({ ...connection, state: 'enforced', affected })[0]).toEqual({
    count: 41,
    who: 'sign in with Northmere account only',
    why: 'All of them have done it.',
  });
  expect(affectedBy({ ...connection, domains: [] })[0]?.why).toBe('No domain leads to this connection yet.');
});

test('SSO-01 a domain says how it is proven, since when its record is missing, and what it needs', () => {
  expect(proofText(proven, write)).toBe('Verified by a DNS record, last read on 2026-11-27.');
  expect(proofText({ ...proven, dnsFailingSince: '2026-11-28T06:00:00.000Z' }, write)).toMatch(
    /missing since 2026-11-28/,
  );
  expect(proofText({ ...proven, dnsProvenAt: null }, write)).toMatch(/^Verified by an email alone/);
  expect(proofText({ ...proven, dnsProvenAt: null, provenAt: null }, write)).toMatch(/^Not verified/);
});

test('SSO-01 a domain is added to those of a connection once, and taken from them', () => {
  expect(domainsWith(connection, 3, true)).toEqual([3]);
  expect(domainsWith(connection, 4, true)).toEqual([3, 4]);
  expect(domainsWith(connection, 3, false)).toEqual([]);
  expect(domainsText(Array.from({ length: 5 }, (_, index) => ({ domain: `d${index}.example` })))).toBe(
    'd0.example, d1.example and 3 more domains',
  );
});
