import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { demoCompany, keepDemoCompany } from '#demo/company.ts';
import { createIdentityStandIn } from '#stand-ins/identity/server.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createTestPortal } from '#tests/support/portal.ts';
import { runTask } from '#tests/support/rounds.ts';

it('SSO-08 the demo has a company: a newcomer comes in by its provider, also after the next start with another address', async () => {
  const portal = await createTestPortal();
  const { database, dependencies, env } = portal;
  for (const prefix of ['/sandbox/company', '/sandbox/other'] as const) {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const keys = {
      issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clientSecret: `secret of ${prefix}`,
    };
    await keepDemoCompany({ ...keys, database, sealer: dependencies.sealer, password: 'portal-demo' });
    const { connectionId, people, organisation } = demoCompany;
    const redirectUri = `${env.publicUrl}/api/sso/${connectionId}/callback`;
    const standIn = await createIdentityStandIn({
      ...keys,
      ...{ clientId: 'portal', redirectUri, productName: 'RAPP Learning', people, replaces: organisation, prefix },
    });
    server.on('request', standIn.handle);
    const browser = portal.visitor();
    const begun = await browser.get(`/api/sso/${connectionId}/start`);
    const body = new URLSearchParams({
      email: `${prefix.slice(9)}@${demoCompany.domain}`,
      firstName: 'Noor',
      lastName: 'Haddad',
      isVerified: 'true',
    });
    const chosen = await fetch(String(begun.headers.location), { method: 'POST', body, redirect: 'manual' });
    expect((await browser.get(chosen.headers.get('location') ?? '')).headers.location).toBe('/');
    expect((await browser.get('/api/user/organisation')).body).toMatchObject({ name: organisation, role: 'learner' });
    server.close();
    server.closeAllConnections();
  }
  const owner = portal.visitor();
  const signIn = await owner.post('/api/login', { email: demoCompany.owner.email, password: 'portal-demo' });
  expect(signIn.status).toBe(200);
  expect((await database.pool.query('select 1 from connections')).rows).toHaveLength(1);
  await portal.close();
});

it('SSO-01 SSO-10 the next start of the demo proves the domain of its company again, which no DNS record can prove', async () => {
  const portal = await createTestPortal();
  const { database, dependencies } = portal;
  const rows = async (text: string) => (await database.pool.query(text)).rows;
  const start = () =>
    keepDemoCompany({
      database,
      sealer: dependencies.sealer,
      issuer: 'http://127.0.0.1:1',
      clientSecret: 'the same',
      password: 'portal-demo',
    });
  const find = async () =>
    (await portal.visitor().post('/api/sso/find', { email: `anyone@${demoCompany.domain}` })).body.connection;
  await start();
  const found = await find();
  expect(found).toMatchObject({ name: demoCompany.button });

  await rows(`update organisation_domains set dns_failing_since = now() - interval '8 days'`);
  await runTask(portal, 'check-domains');
  expect(await find()).toBeNull();
  await start();
  expect(await find()).toEqual(found);

  await rows('delete from organisation_domains');
  expect(await find()).toBeNull();
  await start();
  expect(await find()).toEqual(found);
  await expectInvariants(database);
  expect(await rows('select from organisation_domains')).toHaveLength(1);
  await portal.close();
});

it('SSO-01 the next start of the demo takes its domain from no other organisation that has proven it', async () => {
  const portal = await createTestPortal();
  const { database, dependencies } = portal;
  const { sealer } = dependencies;
  const start = () =>
    keepDemoCompany({ database, sealer, issuer: 'http://127.0.0.1:1', clientSecret: 'x', password: 'portal-demo' });
  await start();
  await database.pool.query('delete from organisation_domains');
  await database.pool.query(
    `with other as (insert into organisations (name) values ('Other') returning id)
     insert into organisation_domains (organisation_id, domain, dns_secret, proven_at)
     select id, $1, repeat('s', 43), now() from other`,
    [demoCompany.domain],
  );
  await start();
  expect((await database.pool.query('select from connection_domains')).rows).toEqual([]);
  await portal.close();
});
