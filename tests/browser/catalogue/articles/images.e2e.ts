import { expect } from '@playwright/test';
import { makePng } from '#tests/browser/support/files.ts';
import { newTitle } from '#tests/browser/support/office.ts';
import { holdAnswers } from '#tests/browser/support/routes.ts';
import { memberTest as test } from '#tests/browser/support/test.ts';

test('a picture that is still on its way has its place already', { tag: '@long' }, async ({ page, office }) => {
  const src = await office.upload(await makePng('field.png', '#3a7d6b'));
  const { id } = await office.addResource({
    type: 'article',
    title: newTitle('Drawn'),
    article: {
      type: 'doc',
      content: [
        { type: 'image', attrs: { src, alt: 'A field of one colour' } },
        { type: 'paragraph', content: [{ type: 'text', text: 'Below the picture' }] },
      ],
    },
  });
  const answer = await holdAnswers(page, `**${src}`);
  await page.goto(`/resource/${id}/article`);
  const below = page.getByRole('article').getByText('Below the picture');
  const picture = page.getByRole('article').getByRole('img', { name: 'A field of one colour' });
  const isLoaded = () => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
  for (const width of [1440, 260]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(below).toBeVisible();
    expect(await isLoaded()).toBe(false);
    const shape = (await picture.boundingBox()) ?? { width: 0, height: 1 };
    expect(shape.width / shape.height).toBeCloseTo(320 / 180, 1);
  }
  // Measured from the picture, because the title above may still change its font.
  const distance = async () =>
    picture.evaluate(
      (image, text) => Number(text?.getBoundingClientRect().top) - image.getBoundingClientRect().top,
      await below.elementHandle(),
    );
  const before = await distance();
  answer();
  await expect.poll(isLoaded).toBe(true);
  expect(await distance()).toBe(before);
});
