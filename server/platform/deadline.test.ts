import { describe, expect, it } from 'vitest';
import { inBackground, waitedMs, whileCallerWaits } from './deadline.ts';

describe('how long a caller has waited', () => {
  it('is known inside the work of a waiting caller, also later on, and nowhere else', async () => {
    expect(waitedMs()).toBeNull();
    const seen = await whileCallerWaits(async () => {
      await Promise.resolve();
      return waitedMs();
    });
    expect(seen).toBeGreaterThanOrEqual(0);
    expect(waitedMs()).toBeNull();
  });

  it('is unknown to a job, whichever way the notice came', async () => {
    expect(await whileCallerWaits(() => inBackground(async () => waitedMs()))).toBeNull();
  });
});
