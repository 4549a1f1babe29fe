import { expect } from '@playwright/test';
import { makeBook, makePng } from '#tests/browser/support/files.ts';
import { ownWords } from '#tests/browser/support/screen.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('DETAIL-01 refresh=true leaves the address, and purchases and resources are fetched again', {
  tag: '@long',
}, async ({ page, office }) => {
  const { id, title } = await office.addResource();
  await page.goto(`/resource/${id}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(ownWords(page, 'You have access')).toBeVisible();
  const asked = ['/api/user/purchases', `/api/resources/${id}`, `/api/resources/${id}/access`].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  );
  // The app itself leads here, so the data of earlier screens are still in the cache.
  await page.evaluate("history.pushState(null, '', '?refresh=true')");
  await Promise.all(asked);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page).toHaveURL(`/resource/${id}`);
});

test('DETAIL-06 DETAIL-07 pictures follow each other every five seconds, by hand too, and can be stopped', {
  tag: '@long',
}, async ({ page, office }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { metadata } = await withSlides(office, 3);
  const slideshowTexts = ['A register of models', ''];
  const { id, title } = await office.addResource({ metadata: { ...metadata, slideshowTexts } });
  await page.clock.install();
  await page.goto(`/resource/${id}`);
  const slides = page.getByRole('region', { name: /^Pictures of / });
  await expect(slides.getByText('1 / 3', { exact: true })).toBeVisible();
  await expect(slides.getByRole('img', { name: 'A register of models', exact: true })).toBeVisible();
  await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'));

  await slides.getByRole('button', { name: 'Show image 2 of 3' }).click();
  await expect(slides.getByRole('img', { name: `${title}, picture 2 of 3`, exact: true })).toBeVisible();
  await expect(slides.getByText('2 / 3', { exact: true })).toBeVisible();
  await page.clock.runFor(4_999);
  await expect(slides.getByText('2 / 3', { exact: true })).toBeVisible();
  await page.clock.runFor(1);
  await expect(slides.getByText('3 / 3', { exact: true })).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(slides.getByText('1 / 3', { exact: true })).toBeVisible();

  await slides.getByRole('button', { name: 'Pause slideshow' }).click();
  await page.clock.runFor(20_000);
  await expect(slides.getByText('1 / 3', { exact: true })).toBeVisible();
});

test('DETAIL-13 LABEL-09 up to three others of the same type are related', { tag: '@long' }, async ({
  page,
  office,
}) => {
  const { id, title } = await office.addResource({ type: 'newsletter' });
  await page.goto(`/resource/${id}`);
  const related = page.getByRole('region', { name: 'Related Resources' }).getByRole('article');
  await expect(page.getByRole('heading', { name: 'Related Resources' })).toBeVisible();
  await expect(related).toHaveCount(3);
  await expect(related.filter({ hasText: 'Newsletter' })).toHaveCount(3);
  await expect(related.filter({ hasText: title })).toHaveCount(0);
});

type OfficeAtWork = { upload: (file: Awaited<ReturnType<typeof makePng>>) => Promise<string> };

async function withSlides(office: OfficeAtWork, count: number) {
  const colours = ['#1b4d3e', '#8a2846', '#2a3f7a'].slice(0, count);
  const slideshowImages = [];
  for (const colour of colours) slideshowImages.push(await office.upload(await makePng('slide.png', colour)));
  return { metadata: { slideshowImages, instructionalVideoUrl: null, videoUrl: null, subscriptionBenefits: [] } };
}

test('DETAIL-27 a book that is sold shows its length, its contents and the chosen pages, and no others', {
  tag: ['@layout', '@long'],
}, async ({ page, office, check }) => {
  const { id } = await office.addResource({
    type: 'book',
    accessType: 'purchase',
    price: '12',
    fileUrl: await office.upload(await makeBook('sold.pdf', 5)),
    samplePages: 2,
  });
  const samplesOf = async () => (await office.getResource(id)).inside?.document?.samples.length;
  await expect.poll(samplesOf).toBe(2);
  await page.goto(`/resource/${id}`);
  await expect(page.getByText('5 pages', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Contents' }).getByRole('listitem')).toHaveCount(5);
  const samples = page.getByRole('region', { name: 'Sample pages' });
  await expect(samples.getByText('3 more pages')).toBeVisible();
  await samples.getByRole('link', { name: 'Page 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sample pages' });
  await dialog.getByRole('button', { name: 'Next page' }).click();
  await expect(dialog.getByText('These are the words of page 2.')).toBeAttached();
  await expect(dialog.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await check('sample pages');
  await page.keyboard.press('Escape');
  await expect(samples.getByRole('link', { name: 'Page 1' })).toBeFocused();
});

test('DETAIL-29 on phones the price and the buying button stay in view, hide no control that has the focus, and the tabs fit', {
  tag: ['@layout', '@long'],
}, async ({ page, office, check }) => {
  const { id } = await office.addResource({ accessType: 'purchase', price: '12', description: 'A line.\n'.repeat(60) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/resource/${id}`);
  const button = page.getByRole('button', { name: 'PURCHASE NOW' });
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('£12.00', { exact: true }).first()).toBeInViewport({ ratio: 1 });
  const bar = (await button.boundingBox())?.y ?? 0;
  const last = page.getByRole('main').getByRole('link').last();
  await last.focus();
  const box = await last.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar);
  const tabs = page.getByRole('tablist', { name: 'About this resource' });
  const overflow =
    "(() => { const row = document.querySelector('[role=tablist]'); return row.scrollWidth - row.clientWidth; })()";
  expect(await page.evaluate<number>(overflow)).toBe(0);
  await tabs.getByRole('tab').first().focus();
  await page.keyboard.press('End');
  await expect(tabs.getByRole('tab', { name: 'INSTRUCTIONAL VIDEO' })).toHaveAttribute('aria-selected', 'true');
  await check('resource on sale');
});
