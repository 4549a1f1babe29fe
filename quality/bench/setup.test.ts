import { expect, test } from 'vitest';
import { vocabularyOf } from './catalogue.ts';
import { emailOf, secretOf } from './fixtures.ts';
import { type Stops, withStops } from './processes.ts';
import { startBench } from './setup.ts';

test('the measured portal starts over generated resources and members, as every bench needs', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  await withStops(async (stops: Stops) => {
    const bench = await startBench({ resources: 300, members: 3, words: vocabularyOf(300) }, stops);
    const ask = async (path: string) => {
      const headers = { cookie: `session=${secretOf(2)}` };
      const response = await fetch(`http://127.0.0.1:${bench.portal.port}${path}`, { headers });
      return response.json();
    };
    expect(await ask('/api/user')).toMatchObject({ email: emailOf(2) });
    expect(await ask('/api/resources?pageSize=12')).toHaveLength(12);
    const limit = await fetch(`http://127.0.0.1:${bench.limits.port}/readyz`);
    expect(limit.status).toBe(200);
  });
});
