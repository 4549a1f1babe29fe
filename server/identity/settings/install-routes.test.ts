import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal();
});
afterAll(() => portal.close());

const get = (url: string) => portal.app.inject({ method: 'GET', url });

/** Returns the colours of an icon's corner and of its middle. */
async function coloursOf(url: string) {
  const { rawPayload } = await get(url);
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (place: number) => [...data.subarray(place * 3, place * 3 + 3)];
  return { width: info.width, corner: at(0), middle: at(Math.floor((info.width * (info.height + 1)) / 2)) };
}

it('NAV-18 anyone gets the manifest, which names the portal, its colour and icons of the sizes that systems ask for', async () => {
  const answer = await get('/manifest.webmanifest');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ]);
  expect(answer.json()).toMatchObject({ name: 'RAPP Learning', start_url: '/', display: 'standalone' });
  const icons: { src: string; purpose?: string }[] = answer.json().icons;
  expect(icons.map(({ src, purpose = 'any' }) => `${src} ${purpose}`)).toEqual(
    ['any', 'maskable'].flatMap((purpose) => [192, 512, 180].map((side) => `/icons/${side}.png ${purpose}`)),
  );
  expect((await get('/icons/64.png')).statusCode).toBe(404);
});

it('NAV-18 SETUP-06 the icons show the mark on white, and the browser icon once administrators have chosen one', async () => {
  for (const side of [192, 512, 180]) {
    expect(await coloursOf(`/icons/${side}.png`)).toMatchObject({ width: side, corner: [255, 255, 255] });
  }
  const administrator = await portal.administrator();
  const content = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a9b00' } })
    .png()
    .toBuffer();
  const form = multipartForm({ name: 'icon.png', content, fields: {} });
  const { body } = await administrator.send<{ fileUrl: string }>({ method: 'POST', url: '/api/admin/upload', ...form });
  const faviconFileId = body.fileUrl.split('/').at(-1);
  const settings = { productName: 'North and Mere', tagline: 'Learn', faviconFileId, brandColour: '#0a9bd6' };
  expect((await administrator.put('/api/admin/portal-settings', settings)).status).toBe(200);
  expect(await coloursOf('/icons/192.png')).toMatchObject({ corner: [255, 255, 255], middle: [10, 155, 0] });
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'North and Mere', description: 'Learn' });
});

it('NAV-18 /favicon.ico and /apple-touch-icon.png are the brand’s picture', async () => {
  const apple = await get('/apple-touch-icon.png');
  expect([apple.statusCode, apple.headers['content-type']]).toEqual([200, 'image/png']);
  expect(apple.rawPayload.equals((await get('/icons/180.png')).rawPayload)).toBe(true);
  const { statusCode, headers, rawPayload } = await get('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/x-icon']);
  // One picture of 48 pixels: a PNG behind the 22 bytes of the file's head.
  expect([...rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  expect(await sharp(rawPayload.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
});
