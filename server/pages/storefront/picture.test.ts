import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestWeb } from '#tests/support/drawn.ts';
import { insertResource } from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let open: TestPortal;
let closed: TestPortal;
let web: Awaited<ReturnType<typeof openTestWeb>>;
beforeAll(async () => {
  web = await openTestWeb();
  open = await createTestPortal({}, web);
  closed = await createTestPortal({ CATALOGUE_PUBLIC: '0' }, web);
});
afterAll(async () => {
  await Promise.all([open.close(), closed.close()]);
  await web.close();
});

const add = async (fields: Parameters<typeof insertResource>[1], portal = open) =>
  (await insertResource(portal.database, fields)).id;
const pictureOf = (id: number | string, portal = open) => portal.visitor().get(`/catalogue/${id}/card.png`);

/** Counts the dark pixels of a part of the picture, such as those of its title. */
async function inkOf(png: Buffer, part = { left: 60, top: 150, width: 600, height: 380 }): Promise<number> {
  const pixels = await sharp(png).extract(part).removeAlpha().raw().toBuffer();
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3) if ((pixels[at] ?? 255) < 90) count += 1;
  return count;
}

it('FRONT-04 drafts, unknown resources and a closed catalogue have no picture', async () => {
  const draft = await add({ title: 'Draft', is_published: false });
  const hidden = await add({ title: 'Hidden' }, closed);
  for (const id of [draft, 999_999, '1x']) expect([id, (await pictureOf(id)).status]).toEqual([id, 404]);
  expect((await pictureOf(hidden, closed)).status).toBe(404);
});

it('FRONT-04 the picture is a PNG of 1200 x 630 that any cache may keep, with an ETag', async () => {
  const id = await add({ title: 'A governance checklist' });
  const { status, headers, raw } = await pictureOf(id);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=60, stale-while-revalidate=600',
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['content-encoding']).toBeUndefined();
  expect(await sharp(raw).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  const again = await open.visitor().get(`/catalogue/${id}/card.png`, { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
});

it('FRONT-04 the address of the picture is in the page and changes with title and cover', async () => {
  const imageOf = async (title: string, thumbnail: string | null = null) => {
    const id = await add({ title, thumbnail_url: thumbnail });
    const page = await open.visitor().get(`/catalogue/${id}/${title.toLowerCase()}`, { accept: 'text/html' });
    const html = page.raw.toString();
    const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(html) ?? [];
    expect(html).toContain(`name="twitter:image" content="${address}"`);
    expect(html).toContain('property="og:image:width" content="1200"');
    expect(address).toMatch(new RegExp(`^http://portal\\.test/catalogue/${id}/card\\.png\\?v=[0-9a-f]{12}$`));
    return address.split('?')[1];
  };
  const versions = [await imageOf('One'), await imageOf('Two'), await imageOf('Two', 'https://pictures.example/a.png')];
  expect(new Set(versions).size).toBe(3);
  expect(await imageOf('One')).toBe(versions[0]);
});

it.each([
  ['Latin', 'Échelle de confiance'],
  ['Greek', 'Υπεύθυνη τεχνητή νοημοσύνη'],
  ['Cyrillic', 'Ответственный искусственный интеллект'],
])('FRONT-04 a title in %s is written with letters, not with empty boxes', async (_, title) => {
  const [written, boxes] = await Promise.all(
    // No font has letters of a private area.
    [title, title.replace(/\p{L}/gu, '\ue123')].map(async (one) =>
      inkOf((await pictureOf(await add({ title: one }))).raw),
    ),
  );
  expect(written).toBeGreaterThan(3_000);
  expect(written).not.toBe(boxes);
});

it('FRONT-04 TEXT-02 a title of an earlier version with characters that XML forbids has a picture', async () => {
  const { status, headers } = await pictureOf(await add({ title: 'Old\u0001 title\ufffe & more' }));
  expect([status, headers['content-type']]).toEqual([200, 'image/png']);
});

it('FRONT-04 the longest title stays inside its field', { tags: 'long' }, async () => {
  const id = await add({ title: `Responsible ${'governance and accountability of systems '.repeat(4)}`.slice(0, 160) });
  const { raw } = await pictureOf(id);
  expect(await inkOf(raw)).toBeGreaterThan(3_000);
  expect(await inkOf(raw, { left: 0, top: 505, width: 730, height: 125 })).toBe(0);
  expect(await inkOf(raw, { left: 665, top: 0, width: 65, height: 630 })).toBe(0);
});
