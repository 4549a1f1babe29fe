import sharp from 'sharp';
import { expect, it } from 'vitest';
import { demoResources } from '../catalogue/resources.ts';
import { readDemoFile, slideFileName } from '../files.ts';
import { makeSlide } from './make-slide.ts';
import { slide } from './slide.ts';

const names = demoResources.flatMap(({ key, slideshow }) => slideshow.map((_, index) => slideFileName(key, index)));

it('every slide is a picture of 1200 by 675 pixels, and no two are alike', async () => {
  const seen = new Set<string>();
  for (const name of names) {
    const bytes = await readDemoFile(name);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 675 });
    seen.add(bytes.toString('base64'));
  }
  expect(seen.size).toBe(names.length);
});

it('a slide has the same bytes each time it is made', async () => {
  const picture = slide('adaptive', { kind: 'path', stops: 4, reached: 2 });
  expect((await makeSlide(picture)).equals(await makeSlide(picture))).toBe(true);
});
