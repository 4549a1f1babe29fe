import { describe, expect, it } from 'vitest';
import { inBackground, waitedMs, whileCallerWaits } from './deadline.ts';

describe('how long a caller has waited', () => {
  it('the time a caller has waited is known inside its own work, also later on, and nowhere else', async () => {
    expect(waitedMs()).toBeNull();
    const seen = await whileCallerWaits(async () => {
      await Promise.resolve();
      return waitedMs();
    });
    expect(seen).toBeGreaterThanOrEqual(0);
    expect(waitedMs()).toBeNull();
  });

  it('the time a caller has waited is unknown to a job, whichever way the notice came', async () => {
    expect(await whileCallerWaits(() => inBackground(async () => waitedMs()))).toBeNull();
  });
});
