import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBucket } from '#tests/support/bucket.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertResource } from '#tests/support/factories.ts';
import { type OutsideServices, startOutsideServices } from '#tests/support/outside.ts';
import { freePort, startProcess } from '#tests/support/process.ts';
import { findings } from '../app/checks.ts';
import { inspectEnv } from '../app/env.ts';
import { handledTypes } from '../commerce/billing/event-actions.ts';

let folder: string;
let database: TestDatabase;
let outside: OutsideServices;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-check-'));
  database = await createTestDatabase();
  outside = await startOutsideServices(folder);
});
afterAll(async () => {
  await outside.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const check = async (variables: Record<string, string>, ...commandLine: string[]) =>
  (await startProcess('server/commands/check.ts', { DATA_DIR: path.join(folder, 'data'), ...variables }, commandLine))
    .ended;

/** Returns the lines about a setting or service, without the spaces that align them. */
const linesOf = (output: string, what: string) =>
  output
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line.split(' ')[1] === what || line.startsWith(`${what} `));

const production = () => ({
  DEMO: '0',
  PUBLIC_URL: 'https://127.0.0.1:9',
  TRUST_PROXY: 'none',
  INSTALLATION_SECRET: 'the secret of an installation under test',
  MAIL_FROM: 'portal@example.org',
  STRIPE_API_BASE: `http://127.0.0.1:${outside.sandbox.port}`,
  STRIPE_SECRET_KEY: outside.sandbox.secretKey,
  STRIPE_PUBLISHABLE_KEY: outside.sandbox.publishableKey,
});

describe('LIVE-05 npm run check', () => {
  it('LIVE-05 says of each thing that is wrong what and why, shows where settings came from, and no secret', {
    tags: 'long',
  }, async () => {
    const port = await freePort();
    await writeFile(path.join(folder, 'database-url'), `postgres://portal:hidden-1@127.0.0.1:${port}/portal\n`);
    const { exitCode, stdout } = await check({
      ...production(),
      DATABASE_URL_FILE: path.join(folder, 'database-url'),
      SMTP_URL: `smtp://user:hidden-2@127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: 'sk_test_hidden3',
      STRIPE_WEBHOOK_SECRET: 'whsec_hidden4',
      GOOGLE_ISSUER: `http://127.0.0.1:${port}`,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'hidden-5',
      MAIL_FROM: '',
      SMTP_HOST: 'mail.example.org',
    });
    expect(exitCode).toBe(1);
    expect(stdout).not.toMatch(/hidden|the secret of/);
    const file = path.join(folder, 'database-url');
    expect(linesOf(stdout, 'DATABASE_URL')).toEqual([
      `DATABASE_URL postgres://portal:***@127.0.0.1:${port}/portal from DATABASE_URL_FILE ${file}`,
    ]);
    expect(linesOf(stdout, 'STRIPE_SECRET_KEY')).toEqual(['STRIPE_SECRET_KEY sk_test_*** from STRIPE_SECRET_KEY']);
    expect(linesOf(stdout, 'PORT')).toEqual(['PORT not set: 3000']);
    expect(linesOf(stdout, 'Settings')).toEqual([
      'wrong Settings SMTP_HOST is not a setting of the portal; the nearest is SMTP_URL.',
      'wrong Settings MAIL_FROM (the sender of mails) is missing: a production portal needs it.',
      'warning Settings The Stripe keys are test keys: members are not charged. Set live keys before the first sale.',
    ]);
    expect(linesOf(stdout, 'Database')).toEqual([
      `wrong Database The database of DATABASE_URL does not answer (connect ECONNREFUSED 127.0.0.1:${port}).`,
    ]);
    expect(linesOf(stdout, 'Mail').join()).toMatch(/^wrong Mail The mail server of SMTP_URL does not answer .*REFUSED/);
    expect(linesOf(stdout, 'Stripe').join()).toMatch(/^wrong Stripe .* 401 Invalid API Key/);
    expect(linesOf(stdout, 'Google').join()).toBe(
      `wrong Google The sign-in provider could not be looked up: http://127.0.0.1:${port} does not answer as it should (address not allowed).`,
    );
    expect(stdout.split('\n').at(-2)).toMatch(/^Wrong: \d+\.$/);
    const dataDir = path.join(folder, 'data');
    expect(linesOf(stdout, 'Disk')).toEqual([`ok Disk DATA_DIR ${dataDir} is made at the start`]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('LIVE-05 makes a webhook endpoint of the pinned version and exactly the events handled, once, and then finds nothing wrong', {
    tags: 'long',
  }, async () => {
    const address = 'https://127.0.0.1:9/api/webhooks/stripe';
    const { stripe } = outside;
    const before = await stripe.webhookEndpoints.list();
    const bucket = await startTestBucket();
    const settings = {
      ...production(),
      DATABASE_URL: database.addresses.service,
      MIGRATION_DATABASE_URL: database.addresses.owner,
      SMTP_URL: outside.smtpUrl,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      ...bucket.variables,
    };
    const without = await check(settings);
    expect(without.exitCode).toBe(1);
    expect(linesOf(without.stdout, 'Webhooks')).toEqual([
      `wrong Webhooks Stripe has no endpoint ${address}: run npm run check -- --create-webhook.`,
    ]);

    const made = await check({ ...settings, STRIPE_WEBHOOK_SECRET: '' }, '--create-webhook');
    expect([made.exitCode, made.stderr]).toEqual([0, '']);
    const [endpoint] = (await stripe.webhookEndpoints.list()).data.filter(({ url }) => url === address);
    expect(endpoint?.enabled_events.toSorted()).toEqual(handledTypes.toSorted());
    expect(endpoint?.api_version).toBe('2026-10-28.endive');
    const secret = /STRIPE_WEBHOOK_SECRET=(whsec_\S+)/.exec(made.stdout)?.[1] ?? '';
    expect(secret).not.toBe('');
    const configurations = (await stripe.billingPortal.configurations.list({ is_default: false })).data;
    expect(configurations.map(({ features }) => features)).toEqual([
      expect.objectContaining({
        invoice_history: { enabled: true },
        payment_method_update: expect.objectContaining({ enabled: true }),
        subscription_cancel: expect.objectContaining({ enabled: true, mode: 'at_period_end' }),
        customer_update: expect.objectContaining({ enabled: false }),
      }),
    ]);

    const again = await check(settings, '--create-webhook');
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      `Stripe has the endpoint ${address} already: its secret is in Stripe's dashboard. To make a new one, delete it there.\n`,
    ]);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(before.data.length + 1);
    expect((await stripe.billingPortal.configurations.list({ is_default: false })).data).toHaveLength(1);

    const links = { S3_SIGNED_DOWNLOADS: '1', S3_DOWNLOAD_ENDPOINT: 'https://files.example.org' };
    const { exitCode, stdout } = await check({ ...settings, ...links, STRIPE_WEBHOOK_SECRET: secret });
    expect(linesOf(stdout, 'Webhooks')).toEqual([
      `ok Webhooks Stripe sends ${handledTypes.length} kinds of events to ${address}`,
    ]);
    expect(linesOf(stdout, 'Database').join()).toMatch(
      /^ok Database PostgreSQL [\d.]+ with its extensions, served as portal_service; notifications are heard; the role can do no more/,
    );
    expect(linesOf(stdout, 'Mail').join()).toMatch(/^ok Mail 127\.0\.0\.1:\d+ takes mail from portal@example\.org$/);
    expect(linesOf(stdout, 'Files').join()).toMatch(
      /^ok Files the bucket portal can be listed.*; browsers load downloads from https:\/\/files\.example\.org$/,
    );
    expect(linesOf(stdout, 'Certificate').join()).toMatch(
      /^warning Certificate \S+ cannot be reached from this machine/,
    );
    expect(linesOf(stdout, 'Clock')).toEqual(['ok Clock within 10 s of the database and Stripe']);
    expect([exitCode, stdout.split('\n').at(-2)]).toEqual([0, 'Nothing is wrong.']);

    await stripe.webhookEndpoints.update(endpoint?.id ?? '', { enabled_events: ['customer.updated'] });
    const lacking = await check(settings);
    expect([lacking.exitCode, linesOf(lacking.stdout, 'Webhooks').join()]).toEqual([
      1,
      expect.stringContaining(`The endpoint ${address} does not send payment_intent.succeeded, `),
    ]);
    await bucket.close();
  });

  it('TAX-08 says with tax on whether Stripe Tax is active and where the seller collects tax', async () => {
    const taxOf = async (tax: object, TAX = 'exclusive') => {
      const { port, secretKey } = outside.sandbox;
      await fetch(`http://127.0.0.1:${port}/sandbox/tax`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(tax),
      });
      const { env } = inspectEnv({ ...production(), STRIPE_WEBHOOK_SECRET: 'whsec_1', TAX });
      const found = (await Promise.all(findings(env))).find(({ what }) => what === 'Tax');
      return `${found?.state} Tax ${found?.sentence}`;
    };
    expect(await taxOf({ pending: true })).toMatch(
      /^wrong Tax TAX is exclusive, but Stripe Tax is not active, .* complete head_office under Tax/,
    );
    expect(await taxOf({ pending: true }, 'none')).toBe('ok Tax TAX is none: the portal computes no tax');
    expect(await taxOf({ pending: false, registrations: [] })).toMatch(/^warning Tax .* registered nowhere/);
    expect(await taxOf({ registrations: ['GB', 'DE'] })).toBe(
      'ok Tax Stripe Tax is active; prices are exclusive; tax is collected in DE, GB',
    );
  });

  it.each([
    [-60_000, 'ahead of'],
    [60_000, 'behind'],
  ])('LIVE-05 a clock that differs from Stripe’s by %d ms is %s it', async (shiftMs, word) => {
    const stripe = createServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() + shiftMs).toUTCString()).end('{}');
    });
    await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
    const { port } = stripe.address() as AddressInfo;
    const { env } = inspectEnv({
      ...production(),
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const found = (await Promise.all(findings(env))).find(({ what }) => what === 'Clock');
    expect(`${found?.state} ${found?.sentence}`).toMatch(
      new RegExp(
        `^wrong This machine's clock is (59|60|61) s ${word} that of Stripe: let a time service such as chrony set it\\.$`,
      ),
    );
    await new Promise((resolve) => stripe.close(resolve));
  });

  it('PASS-04 warns how many passkeys another host in PUBLIC_URL leaves behind, and says why there are none', async () => {
    const passkeysAt = async (PUBLIC_URL: string) => {
      const { env } = inspectEnv({ ...production(), PUBLIC_URL, DATABASE_URL: database.addresses.service });
      const found = (await Promise.all(findings(env))).find(({ what }) => what === 'Passkeys');
      return `${found?.state} ${found?.sentence}`;
    };
    expect(await passkeysAt('https://localhost:9')).toBe('ok members add passkeys for localhost');
    await database.owner.query(
      `with member as (
         insert into users (email, address_key, first_name, last_name) values ('a@example.org', 'a@example.org', 'A', 'B') returning id
       ) insert into passkeys (user_id, credential_id, public_key, user_handle, host, name, counter, transports, is_syncable, is_synced)
       select id, credential_id, '\\x00', '\\x00', 'old.example.org', 'Phone', 0, '{}', true, true
       from member, (values ('\\x01'::bytea), ('\\x02')) as made (credential_id)`,
    );
    const left =
      'because another host was in PUBLIC_URL when they were added: their members need another way to sign in.';
    expect(await passkeysAt('https://localhost:9')).toBe(
      `warning 2 passkeys of 1 member cannot be used at https://localhost:9, ${left}`,
    );
    expect(await passkeysAt('https://127.0.0.1:9')).toMatch(/^warning 2 passkeys of 1 member .* Passkeys are off: /);
    await database.owner.query(`update passkeys set host = 'localhost'`);
    expect(await passkeysAt('https://localhost:8443')).toBe('ok members add passkeys for localhost');
    await database.owner.query('delete from passkeys');
    expect(await passkeysAt('https://127.0.0.1:9')).toMatch(
      /^ok Passkeys are off: .* host name instead of an IP address\.$/,
    );
  });

  it('BADGE-01 warns how many badges name another host in PUBLIC_URL, where verifiers no longer find their key', async () => {
    const badgesAt = async (PUBLIC_URL: string) => {
      const { env } = inspectEnv({ ...production(), PUBLIC_URL, DATABASE_URL: database.addresses.service });
      const found = (await Promise.all(findings(env))).find(({ what }) => what === 'Badges');
      return `${found?.state} ${found?.sentence}`;
    };
    expect(await badgesAt('https://localhost:9')).toBe(
      'ok verifiers find the keys at https://localhost:9/.well-known/did.json',
    );
    const { id: resourceId } = await insertResource(database);
    await database.owner.query(
      `with organisation as (insert into organisations (name) values ('Northmere') returning id
       ), certificate as (
         insert into certificates (organisation_id, organisation_name, resource_id, resource_title, content_version,
           completed_at, code, revoked_at) select o.id, 'Northmere', $1::integer, 'A guide', 1, now(), new_certificate_code(), now()
         from organisation o returning id
       ), list as (insert into badge_status_lists default values returning id)
       insert into badges (certificate_id, credential_id, issuer, status_list_id, status_index, shows_name,
         proves_address, credential)
       select c.id, gen_random_uuid(), 'did:web:localhost%3A8443', l.id, 1, false, false, '{}' from certificate c, list l`,
      [resourceId],
    );
    expect(await badgesAt('https://localhost:9')).toMatch(
      /^warning 1 badge names another host, .* Their holders can make new ones$/,
    );
    expect(await badgesAt('https://localhost:8443')).toMatch(/^ok /);
    await database.owner.query('delete from badges');
  });

  it('OUT-06 OPS-08 warns when one role owns the tables and serves, refuses a superuser, and names missing migrations', {
    tags: 'long',
  }, async () => {
    const alone = async (address: string) =>
      linesOf((await check({ ...production(), DATABASE_URL: address })).stdout, 'Database').join();
    expect(await alone(database.addresses.owner)).toMatch(/^wrong Database .* superuser/);
    const address = Object.assign(new URL(database.addresses.owner), { username: 'one_for_both', password: 'secret' });
    await database.owner.query(`create role one_for_both login password 'secret'`);
    const name = address.pathname.slice(1);
    await database.owner.query(`grant connect on database "${name}" to one_for_both`);
    expect(await alone(address.href)).toMatch(
      /^wrong Database The role of DATABASE_URL may not read the tables yet: run npm run migrate/,
    );
    const { rows } = await database.owner.query('select current_user as owner');
    await database.owner.query('alter table schema_migrations owner to one_for_both');
    const line = await alone(address.href);
    await database.owner.query(`alter table schema_migrations owner to ${rows[0].owner}`);
    await database.owner.query(`revoke connect on database "${name}" from one_for_both`);
    await database.owner.query('drop role one_for_both');
    expect(line).toMatch(
      /^warning Database PostgreSQL .* one_for_both owns the tables: set MIGRATION_DATABASE_URL, and serve as another role$/,
    );
  });

  it('LIVE-05 finds nothing wrong with a demo that was never started', { tags: 'long' }, async () => {
    const { exitCode, stdout } = await check({});
    expect(linesOf(stdout, 'Database')).toEqual(['ok Database the embedded PostgreSQL, which starts with the portal']);
    expect(exitCode).toBe(0);
  });
});
