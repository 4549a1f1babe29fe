import { afterEach, describe, expect, it } from 'vitest';
import { insertDocument, insertResource } from '#tests/support/factories.ts';
import { createTestPortal, production, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
afterEach(() => portal.close());

const person = (email: string) => ({ email, password: 'portal-demo', firstName: 'Mira', lastName: 'T' });

describe('headers that claim to come from a proxy', () => {
  it('V4.1.3 GEN-17 forwarding headers are ignored unless the proxy is configured, so they cannot evade a limit', async () => {
    portal = await createTestPortal({ ...production, NETWORK_REGISTRATIONS_PER_HOUR: '5' });
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const forged = { 'x-forwarded-for': `203.0.113.${attempt}`, forwarded: `for=203.0.113.${attempt}` };
      const answer = await portal.visitor().post('/api/register', person(`m${attempt}@example.org`), forged);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('a portal that cannot ask who may', () => {
  it('V16.5.3 ACCESS-15 a portal whose permission queries fail gives no file, no access and no sign-in', async () => {
    portal = await createTestPortal();
    const member = await portal.member();
    const administrator = await portal.administrator();
    const file = await insertDocument(portal);
    const resource = await insertResource(portal.database, { file_id: file.id });
    const addresses = [`/api/resources/${resource.id}/download`, `/api/files/${file.id}`];
    for (const url of addresses) expect((await member.get(url)).status).toBe(200);

    await portal.database.owner.query('alter table access_grants rename to gone');
    for (const url of [...addresses, `/api/resources/${resource.id}/access`, '/api/user/resource-access']) {
      const answer = await member.get(url);
      expect([url, answer.status, answer.body.code]).toEqual([url, 500, 'request.failed']);
    }

    await portal.database.owner.query('alter table sign_in_sessions rename to gone_too');
    for (const client of [member, administrator]) {
      expect((await client.get('/api/user')).status).toBe(500);
      expect((await client.get('/api/users')).status).toBe(500);
    }
  });
});
