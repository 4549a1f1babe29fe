import { describe, expect, it } from 'vitest';
import { createBreaker } from './circuit-breaker.ts';

function brokenAt(failures: number) {
  const clock = { ms: 0 };
  const breaker = createBreaker({ failuresToOpen: 5, waitMs: 30_000, elapsedMs: () => clock.ms });
  for (let count = 0; count < failures; count += 1) breaker.failed();
  return { breaker, clock };
}

describe('the breaker', () => {
  it('the breaker stays closed for four failures in a row and opens at the fifth', () => {
    expect(brokenAt(4).breaker.admits()).toBe(true);
    expect(brokenAt(5).breaker.admits()).toBe(false);
  });

  it('forgets failures at a success', () => {
    const { breaker } = brokenAt(4);
    breaker.succeeded();
    breaker.failed();
    expect(breaker.admits()).toBe(true);
  });

  it('lets one call through after 30 seconds and the others wait for what becomes of it', () => {
    const { breaker, clock } = brokenAt(5);
    clock.ms = 29_999;
    expect(breaker.admits()).toBe(false);
    clock.ms = 30_000;
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
    breaker.failed();
    clock.ms = 59_999;
    expect(breaker.admits()).toBe(false);
    clock.ms = 60_000;
    expect(breaker.admits()).toBe(true);
    breaker.succeeded();
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });
});
