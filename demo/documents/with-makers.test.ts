import { expect, it } from 'vitest';
import { demoResources } from '../catalogue/resources.ts';
import type { DemoDocument } from './document.ts';
import { makeDocument } from './make-document.ts';
import { makeSlide } from './make-slide.ts';
import { slide } from './slide.ts';
import { withMakers } from './with-makers.ts';

function anyPdf(): DemoDocument {
  const document = demoResources.flatMap((resource) => resource.document ?? []).find((one) => one.format === 'pdf');
  if (!document) throw new Error('There is no PDF among the demo documents');
  return document;
}

it('a document that cannot be made fails alone, and the maker goes on', async () => {
  // The cast imitates a programming error: no maker knows this format.
  const broken = { ...anyPdf(), format: 'odt' } as unknown as DemoDocument;
  await withMakers(async (makers) => {
    await expect(makers.makeDocument(broken, 'The Portal')).rejects.toThrow();
    await expect(makers.makeDocument(anyPdf(), 'The Portal')).resolves.toMatchObject({
      contentType: 'application/pdf',
    });
  });
});

it('the thread makes the same files as the makers themselves', async () => {
  const picture = slide('adaptive', { kind: 'path', stops: 4, reached: 2 });
  const [file, png] = await withMakers((makers) =>
    Promise.all([makers.makeDocument(anyPdf(), 'The Portal'), makers.makeSlide(picture)]),
  );
  expect(file.bytes.equals((await makeDocument(anyPdf(), 'The Portal')).bytes)).toBe(true);
  expect(png.equals(await makeSlide(picture))).toBe(true);
});

it('ends with its work, and fails what still waits when the work is given up', async () => {
  const waiting: Promise<unknown>[] = [];
  await withMakers(async (makers) => {
    waiting.push(makers.makeDocument(anyPdf(), 'The Portal'));
    waiting[0]?.catch(() => {});
  });
  await expect(waiting[0]).rejects.toThrow('has ended');
});
