import { describe, expect, test } from 'vitest';
import type { Delivery, Webhook } from '#contract/operations/webhooks.ts';
import {
  aboutText,
  attemptsText,
  durationText,
  outcomeOf,
  requestText,
  responseText,
  stateOf,
  typeChoices,
  typesText,
} from './display.ts';

const webhook: Webhook = {
  id: 1,
  url: 'https://hooks.example.org/portal',
  description: null,
  types: ['seat.assigned'],
  isOn: true,
  offReason: null,
  createdAt: '2026-11-30T09:00:00.000Z',
  failingSince: null,
  waiting: 0,
  lastDeliveredAt: '2026-11-30T09:00:00.000Z',
  twoSignaturesUntil: null,
  secretRotatedAt: null,
};
const delivery: Delivery = {
  id: 1,
  eventType: 'seat.assigned',
  messageId: 'evt_1',
  status: 'delivered',
  attempts: 1,
  createdAt: '2026-11-30T09:00:00.000Z',
  lastAttemptAt: '2026-11-30T09:00:00.000Z',
  nextAttemptAt: null,
  responseStatus: 204,
  durationMs: 86,
  error: null,
  response: '',
  responseType: null,
  sentPath: '/portal?from=learning',
  sentTimestamp: 1795861020,
  request: '{}',
};

test.each([
  [{}, 'success', 'All delivered'],
  [{ lastDeliveredAt: null }, 'neutral', 'Nothing sent yet'],
  [{ waiting: 3 }, 'warning', '3 on their way'],
  [{ waiting: 2, failingSince: '2026-11-30T09:00:00.000Z' }, 'destructive', '2 failing'],
  [{ isOn: false, offReason: 'switched-off' }, 'neutral', 'Off'],
  [{ isOn: false, offReason: 'gone' }, 'destructive', 'Off: program gone'],
  [{ isOn: false, offReason: 'failing' }, 'destructive', 'Off: failed 5 days'],
  [{ isOn: false, offReason: 'restored' }, 'destructive', 'Off: portal restored'],
] as const)('HOOK-05 says the state of a webhook with %o', (changed, tone, text) => {
  expect(stateOf({ ...webhook, ...changed })).toEqual({ tone, text });
});

test.each([
  [{}, 'success', '204'],
  [{ status: 'waiting', attempts: 0, responseStatus: null }, 'neutral', 'On its way'],
  [{ status: 'waiting', attempts: 4, responseStatus: 500 }, 'destructive', '500, will be tried again'],
  [
    { status: 'failed', attempts: 8, responseStatus: null, error: 'no connection' },
    'destructive',
    'No response, given up',
  ],
  [{ status: 'skipped', attempts: 0, responseStatus: null }, 'neutral', 'Skipped'],
] as const)('HOOK-05 says the outcome of a delivery with %o', (changed, tone, text) => {
  expect(outcomeOf({ ...delivery, ...changed })).toEqual({ tone, text });
});

describe('texts', () => {
  test('HOOK-05 says which attempt was the last, and when the next is', () => {
    expect(attemptsText({ ...delivery, attempts: 4 }, '10:48')).toBe('Attempt 4 of 8. The next attempt is at 10:48.');
    expect(attemptsText({ ...delivery, attempts: 8 }, null)).toBe('Attempt 8 of 8.');
    expect([durationText(86), durationText(9_600), durationText(null)]).toEqual(['86 ms', '10 s', '–']);
  });

  test('HOOK-05 the log has method, path, time and body of the request, and the type of the response', () => {
    expect(requestText(delivery)).toBe(
      'POST /portal?from=learning\nwebhook-id: evt_1\nwebhook-timestamp: 1795861020\n\n{}',
    );
    expect(requestText({ ...delivery, sentPath: null, sentTimestamp: null })).toBe('webhook-id: evt_1\n\n{}');
    const failed = { ...delivery, responseStatus: 500, responseType: 'text/plain', response: 'queue is full' };
    expect(responseText(failed)).toBe('HTTP 500\ncontent-type: text/plain\n\nqueue is full');
    expect(responseText(delivery)).toBe('HTTP 204\n\n');
    expect(responseText({ ...delivery, responseStatus: null, error: 'no connection' })).toBe('no connection');
  });

  test('HOOK-05 the row of a webhook says on which day its secret was replaced', () => {
    const secretRotatedAt = '2026-10-03T09:00:00.000Z';
    expect(aboutText(webhook)).toBe('');
    expect(aboutText({ ...webhook, secretRotatedAt })).toBe('Secret replaced 03 Oct 2026');
    expect(aboutText({ ...webhook, description: 'Sales reports' })).toBe('Sales reports');
    expect(aboutText({ ...webhook, description: 'Sales reports', secretRotatedAt })).toBe(
      'Sales reports · secret replaced 03 Oct 2026',
    );
  });

  test('HOOK-02 offers owners only events about what they may read', () => {
    const offered = typeChoices(false).map(({ type }) => type);
    expect(offered).toContain('assignment.completed');
    expect(offered.filter((type) => /^(member|purchase|subscription|assessment|resource)\./.test(type))).toEqual([]);
    expect(typesText(['a', 'b', 'c', 'd'])).toBe('a, b and 2 more');
  });
});
