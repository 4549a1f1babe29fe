import { expect, it } from 'vitest';
import { testEventType } from '#contract/operations/webhooks.ts';
import { scopesOf } from '#contract/scopes.ts';
import { endpointFiles } from '#server/app/endpoints.ts';
import { isWithinReach } from '#server/identity/api-keys/rules.ts';
import { isEndpoint } from '#server/platform/http/openapi.ts';
import { allowedTypes, bodyOf, nextDelay, pauseOf, retryAfterSeconds } from './rules.ts';

const data = { memberId: 4, organisationId: 3, resourceId: 2, roundId: 7 };
const kinds = [
  ['portal', null],
  ['organisation', 3],
] as const;

/** Returns the path in the message of an event. */
function pathIn(type: string, kind: (typeof kinds)[number][0], facts: Record<string, number> = data): string | null {
  return JSON.parse(bodyOf({ id: 1, type, data: facts, happenedAt: new Date() }, kind)).path;
}

it.each(kinds)(
  'HOOK-02 each path in messages to webhooks of the %s is a call that a key of it can make',
  (kind, id) => {
    const readable = Object.values(endpointFiles)
      .flatMap((file) => Object.values<unknown>(file).filter(isEndpoint))
      .filter(({ method, scope }) => method === 'GET' && scope !== 'none' && scopesOf(kind).includes(scope))
      .filter((endpoint) => isWithinReach(kind, endpoint))
      .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '\\d+')}$`));
    const types = allowedTypes(id);
    const paths = types.map((type) => [type, pathIn(type, kind)] as const);
    const closed = paths.filter(([, path]) => path !== null && !readable.some((pattern) => pattern.test(path)));
    expect(closed).toEqual([]);
    const none = paths.filter(([, path]) => path === null).map(([type]) => type);
    expect(none).toEqual(kind === 'portal' ? ['member.deleted'] : []);
    expect(pathIn(testEventType, kind)).toBeNull();
  },
);

it('HOOK-02 the message about money of an organisation leads to the organisation', () => {
  const { memberId: _, ...ofOrganisation } = data;
  for (const type of ['purchase.completed', 'purchase.refunded', 'subscription.ended']) {
    expect(pathIn(type, 'portal', ofOrganisation)).toBe('/api/admin/organisations/3');
  }
});

const now = new Date('2026-11-30T09:00:00Z');
const attempt = (responseStatus: number | null, header: string | null) => ({
  ...{ deliveryId: 1, responseStatus, response: null, responseType: null, durationMs: 5, error: null },
  ...{ sentPath: '/', signedAt: now },
  retryAfterSeconds: retryAfterSeconds(header, now),
});

it.each([
  [429, null, 60],
  [503, null, 60],
  [502, null, 30],
  [504, null, 30],
  [429, '120', 120],
  [503, 'Mon, 30 Nov 2026 09:05:00 GMT', 300],
  [503, 'Mon, 30 Nov 2026 08:00:00 GMT', 0],
  [429, '0', 0],
  [503, '172800', 86_400],
  [503, 'Wed, 02 Dec 2026 09:00:00 GMT', 86_400],
  [503, 'soon', 60],
  [429, '-5', 60],
  [502, '90', 90],
  [500, null, 0],
  [500, '120', 0],
  [404, '120', 0],
  [204, '120', 0],
  [null, null, 0],
])('HOOK-04 a response %s with Retry-After %s pauses the receiver for %i seconds', (status, header, seconds) => {
  expect(pauseOf(attempt(status, header))).toBe(seconds);
});

it('HOOK-04 the next attempt comes no earlier than Retry-After says', () => {
  expect(nextDelay(1, attempt(503, '120'), 1)).toBe(120);
  expect(nextDelay(4, attempt(503, '120'), 0.5)).toBe(3600);
  expect(nextDelay(8, attempt(503, '120'), 0.5)).toBeNull();
});
