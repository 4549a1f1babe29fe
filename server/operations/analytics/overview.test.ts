import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsOverview } from '#contract/operations/analytics.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const address = '/api/admin/analytics';

describe('what there is now', () => {
  it('PERM-01 refuses the overview to visitors and members', async () => {
    expect((await portal.visitor().get(address)).status).toBe(401);
    const { status, body } = await (await portal.member()).get(address);
    expect(status).toBe(403);
    expect(body).not.toHaveProperty('totalUsers');
  });

  it('ADM-04 counts resources, users, what is published and what is not free', async () => {
    const administrator = await portal.administrator();
    const before = (await administrator.get<AnalyticsOverview>(address)).body;
    const tags = {
      rapp_principles: ['responsible', 'adaptive'],
      rapp_implementation_phase: ['phase_1_discover_assess'],
    };
    await insertResource(portal.database, { created_at: new Date('2020-01-01'), ...tags });
    await insertResource(portal.database, { access_type: 'purchase', price_minor: 1999, type: 'book' });
    await insertResource(portal.database, { access_type: 'subscription', is_published: false, ...tags });
    await insertResource(portal.database, { access_type: 'purchase', withdrawn_at: new Date() });
    const gone = await portal.member();
    await portal.database.pool.query('update users set deleted_at = now() where id = $1', [gone.userId]);
    await portal.database.pool.query(`update users set created_at = '2020-01-01' where id = $1`, [
      (await portal.member()).userId,
    ]);

    const after = (await administrator.get<AnalyticsOverview>(address)).body;
    expect(after).toEqual({
      totalResources: before.totalResources + 3,
      addedResources: before.addedResources + 2,
      totalUsers: before.totalUsers + 1,
      newUsers: before.newUsers,
      publishedResources: before.publishedResources + 2,
      revenueResources: before.revenueResources + 2,
      accessTypes: before.accessTypes.map((one) => ({ ...one, resources: one.resources + 1 })),
      types: [
        { type: 'report', resources: 2 },
        { type: 'book', resources: 1 },
      ],
      coverage: before.coverage.map((one) => ({
        ...one,
        resources: one.phase === 'phase_1_discover_assess' && tags.rapp_principles.includes(one.principle) ? 1 : 0,
      })),
    });
    expect(after.coverage).toHaveLength(16);
  });
});
