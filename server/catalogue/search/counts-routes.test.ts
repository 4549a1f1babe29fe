import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceTypes } from '#contract/catalogue/catalogue.ts';
import type { ResourceCounts } from '#contract/catalogue/search.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let member: Client;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  const add = (title: string, fields: object) => insertResource(portal.database, { title, ...fields });
  const leads = { role_affiliations: ['policy_lead', 'technical_lead'] };
  await add('Governance book', { type: 'book', rapp_principles: ['adaptive'], ...leads });
  await add('Governance report', { access_type: 'purchase', price_minor: 500, ...leads });
  await add('Risk report', { rapp_principles: ['adaptive', 'responsible'], rapp_implementation_phase: [first] });
  await add('Draft', { type: 'insight', is_published: false, ...leads });
});
afterAll(() => portal.close());

const first = 'phase_1_discover_assess';
const counts = async (query = '') => {
  const answer = await member.get<ResourceCounts>(`/api/resources/counts${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
};

describe('who is refused', () => {
  it('PERM-01 refuses the counts to visitors, and unknown filters', async () => {
    expect((await portal.visitor().get('/api/resources/counts')).status).toBe(401);
    for (const query of ['?type=poem', `?search=${'a'.repeat(101)}`, '?roleAffiliations=king']) {
      expect((await member.get(`/api/resources/counts${query}`)).status).toBe(400);
    }
  });
});

describe('the numbers beside the filters', () => {
  it('BROWSE-15 the numbers beside the filters are those of listed resources', async () => {
    expect(await counts()).toEqual({
      type: { book: 1, report: 2 },
      accessType: { free: 2, purchase: 1 },
      rappPrinciples: { adaptive: 2, responsible: 1 },
      rappImplementationPhase: { [first]: 1 },
      roleAffiliations: { policy_lead: 2, technical_lead: 2 },
    });
  });

  it.each([
    '?type=report',
    '?type=report&accessType=free',
    '?rappPrinciples=responsible&accessType=free',
    '?roleAffiliations=policy_lead',
    `?rappImplementationPhase=${first}&type=report`,
    '?search=governance',
    '?search=governance&accessType=purchase',
    '?search=govenance&roleAffiliations=technical_lead',
    '?search=nothing-of-the-kind',
  ])(
    'BROWSE-04 BROWSE-07 the numbers beside the filters of %s say what the list says when a value is chosen as well',
    async (query) => {
      const { type = {} } = await counts(query);
      const others = query.replace(/type=report&?/, '');
      for (const value of resourceTypes) {
        const answer = await member.get(`/api/resources${others}&type=${value}`.replace('?&', '?'));
        expect([value, type[value] ?? 0]).toEqual([value, Number(answer.headers['x-total-count'])]);
      }
    },
  );

  it('the numbers beside the filters follow every change of the catalogue', async () => {
    const before = await counts();
    await insertResource(portal.database, { type: 'newsletter' });
    expect((await counts()).type).toEqual({ ...before.type, newsletter: 1 });
  });
});
