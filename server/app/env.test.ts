import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { settingNames } from './settings.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const production = {
  DEMO: '0',
  PUBLIC_URL: 'https://learn.example.org',
  TRUST_PROXY: 'none',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'portal@example.org',
};

describe('the environment', () => {
  it('OPS-01 takes an address of several hosts, and the number of connections', () => {
    const INSTALLATION_SECRET = 'the same secret on every node, so long';
    const address = 'postgres://portal:secret@one:5432,two:5433/portal?target_session_attrs=read-write';
    const env = readEnv({ ...production, DATABASE_URL: address, DATABASE_POOL_MAX: '25', INSTALLATION_SECRET });
    expect([env.databaseUrl, env.databasePoolMax]).toEqual([address, 25]);
  });

  it('SEAT-02 lets invoices be due in 14, 30 or 45 days, or in those of INVOICE_DUE_DAYS', () => {
    for (const [given, allowed] of [
      ['', [14, 30, 45]],
      ['30', [30]],
      [' 45, 14,14 ', [14, 45]],
    ] as const) {
      expect(readEnv({ INVOICE_DUE_DAYS: given }).invoiceDueDays).toEqual(allowed);
    }
  });

  it('AUTH-03 offers the sign-in with Google when both of its keys are set, at the address of Google by default', () => {
    const keys = { DEMO: '1', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readEnv({}).google).toBeNull();
    expect(readEnv(keys).google?.issuer).toBe('https://accounts.google.com');
    expect(readEnv({ ...keys, GOOGLE_ISSUER: 'https://id.example.org/' }).google?.issuer).toBe(
      'https://id.example.org',
    );
    expect(() => readEnv({ GOOGLE_CLIENT_ID: 'id' })).toThrow('GOOGLE_CLIENT_SECRET is missing');
    expect(() => readEnv({ GOOGLE_ISSUER: 'https://id.example.org' })).toThrow('GOOGLE_CLIENT_ID and');
    expect(() => readEnv({ INSTALLATION_SECRET: 'short' })).toThrow('at least 32 characters');
  });

  it('BOOT-05 refuses half-set Stripe keys, and a missing mail server outside demo mode', () => {
    expect(() => readEnv({ ...production, STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
      'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: Stripe needs all of its keys.',
    );
    expect(() => readEnv({ ...production, ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow(
      'both be test keys',
    );
    const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    expect(readEnv({ ...production, ...live }).stripe?.apiBase).toBeNull();
    expect(() => readEnv({ ...production, ...live, STRIPE_API_BASE: 'http://localhost:4242' })).toThrow(
      'STRIPE_API_BASE is for tests: unset it, or live keys of Stripe would be sent to another server.',
    );
    expect(() => readEnv({ ...production, SMTP_URL: '' })).toThrow(
      'SMTP_URL (the mail server) is missing: a production portal needs it.',
    );
    expect(readEnv(production).stripe).toBeNull();
    expect(readEnv({ ...production, ...stripe }).stripe).toMatchObject({ secretKey: 'sk_test_1' });
  });

  it('BOOT-08 keeps files in a bucket when all of its variables are set, and refuses only some of them', () => {
    const keys = {
      DEMO: '1',
      S3_BUCKET: 'portal',
      S3_REGION: 'eu-west-2',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readEnv({}).s3).toBeNull();
    expect(readEnv(keys).s3).toMatchObject({ endpoint: null, bucket: 'portal', region: 'eu-west-2' });
    expect(readEnv({ ...keys, S3_ENDPOINT: 'http://minio:9000/' }).s3?.endpoint).toBe('http://minio:9000');
    expect(() => readEnv({ ...keys, S3_REGION: '' })).toThrow(
      'S3_REGION is missing: object storage needs all of the S3 variables.',
    );
    expect(() => readEnv({ S3_ENDPOINT: 'http://minio:9000' })).toThrow(
      'S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY are missing',
    );
  });

  it('OPS-22 the web app comes from an origin without a path, and never over http to a portal of https', () => {
    expect(() => readEnv({ ASSETS_URL: 'cdn.example.org' })).toThrow('must be an http or https address');
    expect(() => readEnv({ ASSETS_URL: 'https://cdn.example.org/portal' })).toThrow('without a path, such as');
    const secure = { DEMO: '1', PUBLIC_URL: 'https://portal.example.org' };
    expect(() => readEnv({ ...secure, ASSETS_URL: 'http://cdn.example.org' })).toThrow('must begin with https://');
    expect(readEnv({ ...secure, ASSETS_URL: 'https://cdn.example.org/' }).assetsOrigin).toBe('https://cdn.example.org');
    expect(readEnv({}).assetsOrigin).toBe('');
  });

  it('OPS-15 downloads come from the bucket only when both are set, and never over http to a portal of https', () => {
    expect(() => readEnv({ S3_SIGNED_DOWNLOADS: '1' })).toThrow('S3_SECRET_ACCESS_KEY are missing');
    const keys = { S3_BUCKET: 'portal', S3_REGION: 'x', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const signed = { DEMO: '1', ...keys, S3_SIGNED_DOWNLOADS: '1' };
    expect(() => readEnv({ ...signed, S3_SIGNED_DOWNLOADS: 'yes' })).toThrow('must be one of 0, 1');
    const inside = { ...signed, PUBLIC_URL: 'https://portal.example.org', S3_ENDPOINT: 'http://s3:8333' };
    expect(() => readEnv(inside)).toThrow('S3_DOWNLOAD_ENDPOINT');
    expect(readEnv({ DEMO: '1', ...keys }).s3?.links).toBeNull();
    expect(readEnv(signed).s3?.links).toEqual({ endpoint: null });
    const outside = { ...inside, S3_DOWNLOAD_ENDPOINT: 'https://files.example.org/' };
    expect(readEnv(outside).s3?.links).toEqual({ endpoint: 'https://files.example.org' });
  });

  it.each([
    ['', null],
    ['tcp://127.0.0.1:3311', { host: '127.0.0.1', port: 3311 }],
    ['tcp://scanner', { host: 'scanner', port: 3310 }],
    ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
    ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ])('V5.4.3 finds the virus scanner at %s', (url, clamav) => {
    expect(readEnv({ CLAMAV_URL: url }).clamav).toEqual(clamav);
  });

  it('BOOT-02 uses the defaults of the requirements', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      dataDir: '.data',
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      currency: 'GBP',
      fixedSettings: {},
      passwordMin: 6,
      role: 'all',
    });
  });

  it('BOOT-09 LIVE-01 starts the demo, on this machine only, when no setting of a production portal is set', () => {
    expect(readEnv({})).toMatchObject({ demo: true, isPublicDemo: false, host: '127.0.0.1' });
    for (const url of ['http://localhost:8080', 'http://portal.localhost', 'http://127.0.0.2', 'https://[::1]:3000']) {
      expect(readEnv({ PUBLIC_URL: url })).toMatchObject({ demo: true, isPublicDemo: false });
    }
    expect(readEnv(production)).toMatchObject({ demo: false, isPublicDemo: false, host: '0.0.0.0' });
    expect(readEnv({ DATABASE_URL: 'postgres://db/x', DEMO: '1' }).demo).toBe(true);
    expect(readEnv({ PUBLIC_URL: 'https://demo.example.org', DEMO: '1' }).isPublicDemo).toBe(true);
  });

  it('LIVE-03 trusts no proxy, or those named', () => {
    expect(readEnv(production).trustProxy).toBeNull();
    for (const value of ['127.0.0.1', 'loopback', '10.0.0.0/8, ::1, fd00::/8, uniquelocal']) {
      expect(readEnv({ ...production, TRUST_PROXY: value }).trustProxy).toBe(value);
    }
  });

  it('HOOK-06 reads the networks that WEBHOOK_ALLOWED_NETWORKS names, none without it, and refuses what is no network', () => {
    expect(readEnv(production).allowedNetworks).toEqual([]);
    const named = { ...production, WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/8,' };
    expect(readEnv(named).allowedNetworks).toEqual(['10.0.0.0/8', 'fd00::/8']);
    const wrong = { ...production, WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, 10.0.0.1, all' };
    expect(() => readEnv(wrong)).toThrow(
      'WEBHOOK_ALLOWED_NETWORKS names "10.0.0.1, all" but must name networks such as 10.0.0.0/8, with commas.',
    );
  });

  it.each([
    ['S3_BUCKETT', 'S3_BUCKET'],
    ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PORTS', 'PORT'],
    ['METRICS_TOKEN_FILES', 'METRICS_TOKEN_FILE'],
    ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
  ])('LIVE-04 refuses %s in production, names %s, and only warns in a demo', (name, nearest) => {
    const sentence = `${name} is not a setting of the portal; the nearest is ${nearest}.`;
    expect(() => readEnv({ ...production, [name]: 'x' })).toThrow(sentence);
    expect(readEnv({ [name]: 'x' }).warnings).toEqual([sentence]);
    expect(readEnv({ ...production, [name]: ' ' }).warnings).toEqual([]);
  });

  it('LIVE-04 takes variables of the system and of other programs for what they are', () => {
    const names = (
      '_ PATH HOME USER LOGNAME MAIL SHELL TERM PWD OLDPWD SHLVL LANG LC_ALL TZ HOSTNAME EDITOR DISPLAY INIT_CWD ' +
      'NODE_ENV NODE_OPTIONS npm_config_cache npm_lifecycle_event npm_package_name SSH_AUTH_SOCK XDG_RUNTIME_DIR ' +
      'AWS_REGION AWS_ACCESS_KEY_ID PGHOST PGPASSWORD http_proxy HTTPS_PROXY NO_PROXY INVOCATION_ID JOURNAL_STREAM ' +
      'KUBERNETES_SERVICE_HOST KUBERNETES_PORT DATABASE_SERVICE_HOST DATABASE_PORT_5432_TCP_ADDR SMTP_SERVICE_PORT_SMTP ' +
      'GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT CI DEBUG COLORTERM PASSWORD_STORE_DIR'
    ).split(' ');
    const foreign = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(readEnv({ ...production, ...foreign, DATABASE_PORT: 'tcp://10.0.0.1:5432' }).warnings).toEqual([]);
  });

  it('PASS-03 PASS-04 ADMIN_PASSKEY needs an address that can have passkeys, and has no effect in a demo', () => {
    const required = { ...production, ADMIN_PASSKEY: 'required' };
    expect(() => readEnv({ ...required, PUBLIC_URL: 'https://192.0.2.1' })).toThrow(
      'ADMIN_PASSKEY is required, but no administrator could add one. Passkeys are off: the address of this portal is https://192.0.2.1, and passkeys need a host name instead of an IP address.',
    );
    expect(readEnv(required).isAdminPasskeyRequired).toBe(true);
    expect(readEnv(production).isAdminPasskeyRequired).toBe(false);
    const { isAdminPasskeyRequired, warnings } = readEnv({ DEMO: '1', ADMIN_PASSKEY: 'required' });
    expect([isAdminPasskeyRequired, warnings]).toEqual([
      false,
      ['ADMIN_PASSKEY has no effect in a demo, whose administrator anyone may be.'],
    ]);
  });

  it('BOOT-02 the page of variables names every setting once', async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../../docs/operator/variables.md'), 'utf8');
    const rows = page.split('\n').flatMap((line) => /^\| ([A-Z][A-Z0-9_, ]+) \|/.exec(line)?.[1]?.split(', ') ?? []);
    expect(rows.toSorted()).toEqual(settingNames.toSorted());
  });
});
