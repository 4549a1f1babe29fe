import sharp from 'sharp';
import { expect, it } from 'vitest';
import { demoResources } from '../catalogue/resources.ts';
import { makeSlide } from './make-slide.ts';

const slides = demoResources.flatMap((resource) => resource.slideshow);

it('every slide is a picture of 1200 by 675 pixels, and no two are alike', async () => {
  const seen = new Set<string>();
  for (const slide of slides) {
    const bytes = await makeSlide(slide);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 675 });
    seen.add(bytes.toString('base64'));
  }
  expect(seen.size).toBe(slides.length);
});
