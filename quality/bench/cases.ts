import { accessTypes, rappPrinciples } from '#contract/catalogue/catalogue.ts';
import { generatedTypes, type Vocabulary } from './catalogue.ts';
import { requestOf } from './connection.ts';
import { deviceOf, emailOf, password, secretOf } from './fixtures.ts';
import { type Goal, goals } from './goals.ts';

/** One kind of request that is sent repeatedly. */
export type Case = {
  name: string;
  server: 'portal' | 'limits';
  connections: number;
  /** Sent in their order, repeatedly. */
  requests: Buffer[];
  /** Whether no response is in the portal's cache. */
  isUncached?: true;
  /** Name of the case to compare with, which comes before this one. */
  limit?: string;
  goal?: Goal;
};

type Made = { words: Vocabulary; resources: number; members: number; passwordHash: string };

const manyConnections = 32;
const askingMembers = 200;

/** Returns the measured cases, each limit before the cases that are compared with it. */
export function casesOf(made: Made): Case[] {
  return [...cachedCases(), ...uncachedCases(made), ...memberCases(made), ...signInCases(made)];
}

const rows = 'limit: one row by key, ready bytes';
const limitOf = (what: string) => `limit L: ${what}`;

function cachedCases(): Case[] {
  const cached = (name: string, paths: string[]): Case => ({
    name: `${name}, cached`,
    server: 'portal',
    connections: manyConnections,
    requests: signedInAll(paths),
    limit: rows,
    goal: goals.shareOfLimit(0.6),
  });
  return [
    { name: rows, server: 'limits', connections: manyConnections, requests: signedInAll(['/ready-bytes']) },
    cached('list', ['/api/resources?pageSize=12']),
    cached(
      'one by id',
      range(100).map((n) => `/api/resources/${n + 1}`),
    ),
  ];
}

/**
 * Returns requests that the portal has not cached since the catalogue's last change: list, filter, search, single
 * resources.
 */
function uncachedCases({ words, resources }: Made): Case[] {
  const filters = combine(generatedTypes, accessTypes, rappPrinciples).map(
    ([type, access, principle]) => `type=${type}&accessType=${access}&rappPrinciples=${principle}`,
  );
  const searches = words.onePercent.map((word) => `search=${word}`);
  const pages = combine(range(10), ['created_at', 'title', 'price_low_high', 'price_high_low']).map(
    ([page, sort]) => `page=${Number(page) + 1}&sort=${sort}`,
  );
  const ids = range(resources).map((id) => (id * 7919) % resources);
  const asked = (queries: string[]) => queries.map((query) => `/api/resources?pageSize=12&${query}`);
  const pair = (what: string, limitPaths: string[], paths: string[]): Case[] => [
    {
      name: limitOf(what),
      server: 'limits',
      connections: manyConnections,
      requests: limitPaths.map((path) => requestOf({ path })),
    },
    {
      name: `${what}, first time asked`,
      server: 'portal',
      connections: manyConnections,
      requests: signedIn(paths),
      isUncached: true,
      limit: limitOf(what),
      goal: goals.shareOfLimit(0.6),
    },
  ];
  return [
    ...pair('list: 12 newest', ['/list'], asked(pages)),
    ...pair(
      'filter: type, access, principle',
      filters.map((query) => `/filter?${query}`),
      asked(filters),
    ),
    ...pair(
      'search: a word in 1 %',
      searches.map((query) => `/search?${query}`),
      asked(searches),
    ),
    ...pair(
      'one by id',
      ids.map((id) => `/one/${id + 1}`),
      ids.map((id) => `/api/resources/${id + 1}`),
    ),
  ];
}

function memberCases({ resources }: Made): Case[] {
  const pages = range(500).map((page) => {
    const ids = range(12).map((n) => 1 + ((page * 12 + n) % resources));
    return `/api/user/resource-access?${ids.map((id) => `resourceId=${id}`).join('&')}`;
  });
  return [
    {
      name: 'GET /api/user',
      server: 'portal',
      connections: manyConnections,
      requests: signedInAll(['/api/user']),
      goal: goals.perSecond(5000),
    },
    {
      name: 'access map of 12',
      server: 'portal',
      connections: manyConnections,
      requests: signedIn(pages),
      goal: goals.processorMs(0.3),
    },
  ];
}

function signInCases({ members, passwordHash }: Made): Case[] {
  const name = 'limit: the password’s hash';
  const hash = requestOf({ path: '/hash', body: { hash: passwordHash, password } });
  return [
    { name, server: 'limits', connections: 16, requests: [hash] },
    {
      name: 'sign-in',
      server: 'portal',
      connections: 16,
      requests: signInRequests(members),
      limit: name,
      goal: goals.timesLimit(1.1),
    },
  ];
}

/** Returns sign-ins of one member after the other, each on a known device, because a new one causes a mail. */
export function signInRequests(members: number): Buffer[] {
  return range(members).map((n) =>
    requestOf({ path: '/api/login', device: deviceOf(n + 1), body: { email: emailOf(n + 1), password } }),
  );
}

/** Returns one request for each path, from 200 members in turn. */
function signedIn(paths: string[]): Buffer[] {
  return paths.map((path, n) => requestOf({ path, secret: secretOf(1 + (n % askingMembers)) }));
}

/** Like `signedIn`, but with at least one request of each member. */
export function signedInAll(paths: string[]): Buffer[] {
  return signedIn(range(Math.ceil(askingMembers / paths.length)).flatMap(() => paths));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

type Values = readonly (string | number)[];

/** Returns every combination of one value of each list; the first list changes slowest. */
function combine(...lists: Values[]): Values[] {
  return lists.reduce<Values[]>((made, list) => made.flatMap((one) => list.map((value) => [...one, value])), [[]]);
}
