import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { loadOpenPage } from '#tests/support/drawn.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';
import { readPrintedBrand, readSettings } from './actions.ts';
import { tonesOf } from './tones.ts';

let portal: TestPortal;
let administrator: Client;
let webFolder: string;
let logo: string;
let resource: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'portal-brand-'));
  await mkdir(path.join(webFolder, 'assets'));
  await writeFile(
    path.join(webFolder, 'index.html'),
    '<html><head><meta name="description" content="Usual"><title>Usual</title><link rel="icon" href="/favicon.svg"></head><body><div id="root"></div></body></html>',
  );
  const openPage = await loadOpenPage();
  portal = await createTestPortal({}, { webFolder, openPage });
  administrator = await portal.administrator();
  resource = `/catalogue/${(await insertResource(portal.database, { title: 'Plan' })).id}/plan`;
  const content = await sharp({ create: { width: 300, height: 60, channels: 3, background: '#0a9bd6' } })
    .webp()
    .toBuffer();
  const form = multipartForm({ name: 'logo.webp', content, fields: {} });
  const { body } = await administrator.send<{ fileUrl: string }>({ method: 'POST', url: '/api/admin/upload', ...form });
  logo = body.fileUrl.split('/').at(-1) ?? '';
});
afterAll(async () => {
  await portal.close();
  await rm(webFolder, { recursive: true, force: true });
});

const save = async (form: object) =>
  expect((await administrator.put('/api/admin/portal-settings', form)).status).toBe(200);
const pageOf = (url: string) => portal.visitor().get(url, { accept: 'text/html' });

it('SETUP-06 pages come with the usual name, icon and colours before anything is saved', async () => {
  const page = await pageOf('/auth?view=forgot-password');
  expect(page.raw.toString()).toContain('<title>RAPP Learning</title>');
  expect(page.raw.toString()).toContain('<link rel="icon" href="/favicon.svg">');
  expect(page.raw.toString()).not.toContain('<style');
  expect(String(page.headers['content-security-policy'])).toContain("style-src 'self';");
});

it('SETUP-05 SETUP-06 FRONT-06 public and other pages change with the settings at once, under another ETag', async () => {
  const before = await pageOf(resource);
  expect((await pageOf(resource)).headers.etag).toBe(before.headers.etag);
  await save({
    productName: 'North & Mere',
    tagline: 'Learn "well"',
    brandColour: '#0a9bd6',
    faviconFileId: logo,
    logoFileId: logo,
  });
  const { light, dark } = tonesOf('#0a9bd6');
  for (const url of ['/auth', resource, '/catalogue']) {
    const page = await pageOf(url);
    const html = page.raw.toString();
    expect(html).toContain('North &amp; Mere</title>');
    expect(html).toContain(`<link rel="icon" href="/media/${logo}">`);
    const [, style = ''] = /<style id="brand">(.*?)<\/style>/.exec(html) ?? [];
    expect(style).toContain(`--primary:${light.primary};`);
    expect(style).toMatch(new RegExp(`\\.dark\\{.*--primary:${dark.primary};`));
    expect(String(page.headers['content-security-policy'])).toMatch(/style-src 'self' 'sha256-[^']+'/);
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe-inline');
  }
  const after = await pageOf(resource);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect(after.raw.toString()).toContain(`src="/media/${logo}"`);
  expect((await pageOf('/auth')).raw.toString()).toContain('content="Learn &quot;well&quot;"');
  await save({ catalogueIsPublic: false });
  expect((await pageOf(resource)).status).toBe(404);
  await save({ catalogueIsPublic: true });
  expect((await pageOf(resource)).status).toBe(200);
});

it('SETUP-06 mails carry name, logo, colour and support address as they are when the mail is written', async () => {
  await save({
    productName: 'North Mere',
    supportEmail: 'help@north.example',
    brandColour: '#0a9bd6',
    logoFileId: logo,
  });
  await portal.runJobs();
  portal.sentMails.length = 0;
  await portal.member();
  await portal.runJobs();
  const [mail] = portal.sentMails;
  expect(mail?.subject).toBe('Verify your email address for North Mere');
  expect(mail?.html).toContain(`<img src="${portal.env.publicUrl}/media/${logo}"`);
  expect(mail?.html).toContain(`background:${tonesOf('#0a9bd6').light.primary}`);
  expect(mail?.text).toContain('help@north.example');
});

it('SETUP-06 printed documents have the colour and the logo as a PNG; without its bytes the logo is left out', async () => {
  await save({ brandColour: '#0a9bd6', logoFileId: logo });
  const settings = await readSettings(portal.database, portal.env);
  const { colour, logo: drawn } = await readPrintedBrand(settings, portal.dependencies.blobs);
  expect(colour).toBe(tonesOf('#0a9bd6').light.primary);
  expect(await sharp(drawn ?? undefined).metadata()).toMatchObject({ format: 'png', width: 300, height: 60 });
  await portal.dependencies.blobs.remove(logo);
  expect(await readPrintedBrand(settings, portal.dependencies.blobs)).toEqual({ colour, logo: null });
});
