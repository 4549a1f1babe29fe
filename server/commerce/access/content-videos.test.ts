import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { readMigration } from '#server/platform/database/migration-files.ts';
import type { Client } from '#tests/support/client.ts';
import { openTestWeb } from '#tests/support/drawn.ts';
import {
  insertDocument,
  insertGrant,
  insertPurchase,
  insertResource,
  updateResource,
} from '#tests/support/factories.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let web: Awaited<ReturnType<typeof openTestWeb>>;
beforeAll(async () => {
  web = await openTestWeb();
  portal = await createTestPortal({ CATALOGUE_PUBLIC: '1' }, web);
});
afterAll(async () => {
  await portal.close();
  await web.close();
});

const secret = 'kept-film-7Q';
const videos = {
  video_url: `https://films.example.org/${secret}-1.mp4`,
  instructional_video_url: `https://films.example.org/${secret}-2.mp4`,
};
const sold = { title: 'Quorum lectures', access_type: 'purchase', price_minor: 2500, ...videos } as const;

/** Returns URLs from which people who are not administrators can read something of a resource. */
const waysOut = (id: number) => [
  `/api/resources/${id}`,
  `/api/resources/${id}/related`,
  `/api/resources/${id}/access`,
  `/api/resources/${id}/progress`,
  '/api/resources',
  '/api/resources?search=quorum',
  '/api/resources?page=1&pageSize=12',
  '/api/resources/closest?search=quorum+lecture+absent',
  '/api/resources/suggestions?search=quorum',
  '/api/user/saved',
  '/api/user/library',
  `/api/public/resources/${id}`,
  '/api/public/resources',
  '/catalogue',
  '/catalogue/feed.xml',
  '/sitemap/1.xml',
  `/catalogue/${id}/quorum-lectures`,
  `/catalogue/${id}/card`,
  `/oembed?url=http://portal.test/catalogue/${id}/quorum-lectures`,
  `/resource/${id}`,
  `/resource/${id}?tab=video`,
  '/browse?search=quorum',
  '/',
];

async function expectSilence(client: Client, id: number) {
  let answered = 0;
  for (const url of waysOut(id)) {
    const { status, raw } = await client.get(url, { accept: url.startsWith('/api/') ? '*/*' : 'text/html' });
    if (status === 200) answered += 1;
    expect(raw.toString(), url).not.toContain(secret);
  }
  return answered;
}

const addressesOf = async (client: Client, id: number) => {
  const { videoUrl, metadata } = (await client.get<Resource>(`/api/resources/${id}`)).body;
  return [videoUrl, metadata.videoUrl, metadata.instructionalVideoUrl];
};
const withheld = [null, null, null];
const shown = [videos.video_url, videos.video_url, videos.instructional_video_url];

it('ACCESS-23 no way out gives members without access or visitors the address of a video that is content', async () => {
  const { id } = await insertResource(portal.database, { ...sold, video_access: 'content' });
  const stranger = await portal.member();
  await stranger.put(`/api/user/saved/${id}`, {});
  // A response that was cached for a person with access must not reach the next person.
  const buyer = await portal.member();
  await insertPurchase(portal.database, { userId: buyer.userId, resourceId: id });
  expect(await addressesOf(buyer, id)).toEqual(shown);
  expect(await expectSilence(stranger, id)).toBeGreaterThan(15);
  expect(await expectSilence(portal.visitor(), id)).toBeGreaterThan(7);
  expect((await stranger.get<Resource>(`/api/resources/${id}`)).body).toMatchObject({
    videoAccess: 'content',
    inside: { hasVideo: true },
  });
});

it('ACCESS-23 buyers, grants and administrators get the address, and it goes with the access', async () => {
  const { id } = await insertResource(portal.database, { ...sold, video_access: 'content' });
  const [member, administrator] = [await portal.member(), await portal.administrator()];
  expect(await addressesOf(member, id)).toEqual(withheld);
  const { id: grant } = await insertGrant(portal.database, { userId: member.userId, resourceId: id });
  expect(await addressesOf(member, id)).toEqual(shown);
  expect((await member.get(`/resource/${id}`, { accept: 'text/html' })).raw.toString()).toContain(secret);
  await administrator.delete(`/api/admin/grants/${grant}`);
  expect(await addressesOf(member, id)).toEqual(withheld);
  expect(await addressesOf(administrator, id)).toEqual(shown);
});

it('ACCESS-23 a preview and the video of a free resource are for every member, in lists too', async () => {
  const preview = await insertResource(portal.database, { ...sold, title: 'With a preview' });
  const free = await insertResource(portal.database, { ...videos, title: 'Free film', video_access: 'content' });
  const member = await portal.member();
  for (const { id } of [preview, free]) {
    expect(await addressesOf(member, id)).toEqual(shown);
    expect((await member.get<Resource>(`/api/resources/${id}`)).body.inside?.hasVideo).toBe(false);
    const { body } = await member.get<Resource[]>('/api/resources');
    expect(body.find((one) => one.id === id)?.metadata.instructionalVideoUrl).toBe(videos.instructional_video_url);
  }
});

it('ACCESS-23 a video that becomes content is withheld at once; a save that does not name it leaves it content', async () => {
  const administrator = await portal.administrator();
  const form = {
    ...{ type: 'report', title: 'A film', description: 'Of an hour.', accessType: 'purchase', price: '25' },
    ...{ isPublished: true, metadata: { instructionalVideoUrl: videos.instructional_video_url } },
  };
  const { id } = (await administrator.post<Resource>('/api/admin/resources', form)).body;
  const member = await portal.member();
  expect(await addressesOf(member, id)).toEqual([null, null, videos.instructional_video_url]);
  await administrator.patch(`/api/admin/resources/${id}`, { videoAccess: 'content' });
  expect(await addressesOf(member, id)).toEqual(withheld);
  const saved = await administrator.put<Resource>(`/api/admin/resources/${id}`, { ...form, title: 'The film' });
  expect(saved.body).toMatchObject({ title: 'The film', videoAccess: 'content' });
  expect(await addressesOf(member, id)).toEqual(withheld);
});

it('upgrade in place: the video of a resource that has nothing else becomes content, every other one a preview', async () => {
  const { id: file_id } = await insertDocument(portal);
  const made = [
    await insertResource(portal.database, sold),
    await insertResource(portal.database, { ...sold, file_id }),
    await insertResource(portal.database, { ...sold, file_link: 'https://files.example.org/a.pdf' }),
    await insertResource(portal.database, { ...sold, type: 'bundle' }),
    await insertResource(portal.database, { title: 'Without a video' }),
  ];
  const { id: withText } = await insertResource(portal.database, sold);
  await updateResource(portal.database, withText, { reading_minutes: 3 });
  const [, update = ''] = (await readMigration('0120_video_access')).split(/^(?=update)/m);
  const ids = [...made.map(({ id }) => id), withText];
  await portal.database.pool.query(update);
  const { rows } = await portal.database.pool.query(
    'select video_access from resources where id = any ($1) order by array_position($1, id)',
    [ids],
  );
  expect(rows.map((row) => row.video_access)).toEqual(['content', ...Array(5).fill('preview')]);
});
