import { expect, type Page } from '@playwright/test';
import type { Office } from '#tests/browser/support/office.ts';
import { answerOf } from '#tests/browser/support/routes.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';
import type { Watch } from '#tests/browser/support/watch.ts';

const youtube = 'https://www.youtube-nocookie.com';
const vimeo = 'https://player.vimeo.com';

/** Responds with the page of a video's host, including the script of its player. */
async function answerAsHost(page: Page, watch: Watch, host: string, script = '') {
  watch.expectForeign(host);
  const body = `<!doctype html><title>A film</title><script>${script}</script>`;
  await answerOf(page, `${host}/**`, { contentType: 'text/html', body });
}

function addVideo(office: Office, instructionalVideoUrl: string) {
  const metadata = { slideshowImages: [], videoUrl: null, subscriptionBenefits: [], instructionalVideoUrl };
  return office.addResource({ metadata });
}

/**
 * Plays the video of a resource.
 * @returns the position that the portal stores
 */
async function play(page: Page, id: number) {
  const kept = page.waitForResponse((response) => response.url().endsWith(`/api/resources/${id}/reading-position`));
  await page.goto(`/resource/${id}?tab=video`);
  return (await kept).request().postDataJSON();
}

test('DETAIL-12 a video continues where the member left it, when its player reports the position', {
  tag: '@long',
}, async ({ page, office, watch }) => {
  // This host's player reports only when it is asked to, and then repeatedly.
  const script = `addEventListener('message', ({ data, source, origin }) => {
    if (JSON.parse(data).event !== 'listening') return;
    source.postMessage(JSON.stringify({ event: 'infoDelivery', info: { duration: 750 } }), origin);
    const report = () =>
      source.postMessage(JSON.stringify({ event: 'infoDelivery', info: { currentTime: 250.4 } }), origin);
    setInterval(report, 250);
  });`;
  await answerAsHost(page, watch, youtube, script);
  const { id, title } = await addVideo(office, 'https://youtu.be/aqz-KE-bpKQ');
  expect(await play(page, id)).toEqual({ unit: 'second', position: 250, length: 750 });
  await page.goto('/');
  const unfinished = page.getByRole('region', { name: 'Continue' });
  await expect(unfinished.getByText('4:10 of 12:30')).toBeVisible();
  await unfinished.getByRole('link', { name: `Continue ${title}` }).click();
  await expect(page.getByText('Begins where you stopped: 4:10 of 12:30')).toBeVisible();
  await expect(page.getByTitle(`Instructional video: ${title}`)).toHaveAttribute('src', /[?&]start=250(&|$)/);
});

test('DETAIL-12 a video of a host plays in its own player; a resource without a video shows a sentence', {
  tag: '@long',
}, async ({ page, office, watch }) => {
  await answerAsHost(page, watch, youtube);
  const watchable = await addVideo(office, 'https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  await page.goto(`/resource/${watchable.id}`);
  await page.getByRole('tab', { name: 'INSTRUCTIONAL VIDEO' }).click();
  const player = page.getByTitle(`Instructional video: ${watchable.title}`);
  await expect(player).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ(\?|$)/);
  const { width, height } = (await player.boundingBox()) ?? { width: 0, height: 1 };
  expect(width / height).toBeCloseTo(16 / 9, 1);

  const silent = await office.addResource();
  await page.goto(`/resource/${silent.id}?tab=video`);
  await expect(page.getByRole('tabpanel')).toHaveText('No instructional video available for this resource.');
});

test('DETAIL-12 a video of the other host, shared by its private link, continues where the member left it', {
  tag: '@long',
}, async ({ page, office, watch }) => {
  // This host's player names the length and the position in every report.
  const script = `addEventListener('message', ({ data, source, origin }) => {
    if (JSON.parse(data).method !== 'addEventListener') return;
    source.postMessage(JSON.stringify({ event: 'timeupdate', data: { seconds: 95.2, duration: 300 } }), origin);
  });`;
  await answerAsHost(page, watch, vimeo, script);
  const { id, title } = await addVideo(office, 'https://vimeo.com/76979871/a1b2c3d4e5');
  expect(await play(page, id)).toEqual({ unit: 'second', position: 95, length: 300 });
  const player = page.getByTitle(`Instructional video: ${title}`);
  await expect(player).toHaveAttribute('src', /^https:\/\/player\.vimeo\.com\/video\/76979871\?h=a1b2c3d4e5(&|$)/);
  await page.reload();
  await expect(page.getByText('Begins where you stopped: 1:35 of 5:00')).toBeVisible();
  await expect(player).toHaveAttribute('src', /#t=95s$/);
});

test('DETAIL-12 a video file plays in the page once its tab is opened, and is linked when it cannot be played', {
  tag: '@long',
}, async ({ page, office, watch }) => {
  const host = 'https://films.example.org';
  watch.expectForeign(host);
  const asked: string[] = [];
  // Two seconds of silence as a WAV file, which browsers play without a special codec.
  const file = waveOf(2);
  await page.route(`${host}/**`, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return asked.length === 1
      ? route.fulfill({ contentType: 'audio/wav', body: file })
      : route.fulfill({ contentType: 'text/html', body: 'no film' });
  });
  const { id, title } = await addVideo(office, `${host}/film.webm`);
  await page.goto(`/resource/${id}`);
  const tab = page.getByRole('tab', { name: 'INSTRUCTIONAL VIDEO' });
  await expect(tab).toBeVisible();
  expect(asked).toEqual([]);
  const kept = page.waitForResponse((response) => response.url().endsWith(`/api/resources/${id}/reading-position`));
  await tab.click();
  const player = page.getByTitle(`Instructional video: ${title}`);
  await expect(player).toHaveAttribute('src', `${host}/film.webm`);
  // Safe because the element is a video; the tests' types do not include media elements.
  await player.evaluate((film) => (film as unknown as { play(): Promise<void> }).play());
  expect((await kept).request().postDataJSON()).toMatchObject({ unit: 'second', length: 2 });
  await page.reload();
  await expect(page.getByText('This video cannot be played here.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Watch the video/ })).toHaveAttribute('href', `${host}/film.webm`);
});

/** Makes a WAV file of silence. */
function waveOf(seconds: number): Buffer {
  const rate = 8000;
  const bytes = rate * seconds;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes, 128)]);
}
