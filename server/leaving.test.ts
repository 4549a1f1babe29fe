import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let isLeaving = false;
beforeAll(async () => {
  portal = await createTestPortal({}, { isLeaving: () => isLeaving });
});
afterAll(() => portal.close());

it('a node that is shutting down fails its readiness check and still answers requests', async () => {
  const visitor = portal.visitor();
  expect((await visitor.get('/readyz')).status).toBe(200);
  isLeaving = true;
  expect((await visitor.get('/readyz')).status).toBe(503);
  expect([(await visitor.get('/healthz')).status, (await visitor.get('/api/config')).status]).toEqual([200, 200]);
});
