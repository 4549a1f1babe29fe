import { describe, expect, test } from 'vitest';
import { documentExtensions, imageExtensions, maxDocumentBytes, maxImageBytes } from '#contract/catalogue/files.ts';
import { moved, movedTo, offeredFiles, placeText, refusalOf, uploadedWords } from './display.ts';

describe('refusalOf', () => {
  test('UPLOAD-04 a program, a page and a drawing are refused as documents and as images', () => {
    for (const name of ['run.exe', 'page.html', 'drawing.svg', 'archive.pdf.exe', 'noextension', '.png.']) {
      expect(refusalOf('document', { name, size: 10 })).toBe('This type of file is not accepted.');
      expect(refusalOf('image', { name, size: 10 })).toBe('This type of file is not accepted.');
    }
  });

  test('an image is no document, and a document no image', () => {
    expect(refusalOf('document', { name: 'cover.png', size: 10 })).toBe('This type of file is not accepted.');
    expect(refusalOf('image', { name: 'report.pdf', size: 10 })).toBe('This type of file is not accepted.');
  });

  test('UPLOAD-02 every kind of document may be sent, up to 50 MB', () => {
    for (const extension of documentExtensions) {
      expect(refusalOf('document', { name: `a.b.${extension}`, size: maxDocumentBytes })).toBeNull();
    }
    expect(refusalOf('document', { name: 'a.pdf', size: maxDocumentBytes + 1 })).toBe(
      'This file is too large: the limit is 50 MB.',
    );
  });

  test('UPLOAD-03 every kind of image may be sent, up to 10 MB, whatever the case of its name', () => {
    for (const extension of imageExtensions) {
      expect(refusalOf('image', { name: `COVER.${extension.toUpperCase()}`, size: maxImageBytes })).toBeNull();
    }
    expect(refusalOf('image', { name: 'cover.png', size: maxImageBytes + 1 })).toBe(
      'This file is too large: the limit is 10 MB.',
    );
  });
});

test('ADM-TPL-07 the file dialog offers each kind of document', () => {
  expect(offeredFiles.document).toBe('.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.zip,.txt');
});

test('the message for one upload names its kind, the message for several their number', () => {
  expect(uploadedWords('image', 1)).toBe('Image uploaded');
  expect(uploadedWords('image', 3)).toBe('3 images uploaded');
  expect(uploadedWords('document', 1)).toBe('File uploaded');
});

describe('moved', () => {
  test('changes places with the neighbour and leaves the others where they are', () => {
    expect(moved(['a', 'b', 'c', 'd'], 2, -1)).toEqual(['a', 'c', 'b', 'd']);
    expect(moved(['a', 'b', 'c', 'd'], 0, 1)).toEqual(['b', 'a', 'c', 'd']);
  });

  test('does nothing beyond the ends or for an entry that is not there', () => {
    const list = ['a', 'b'];
    expect(moved(list, 0, -1)).toEqual(list);
    expect(moved(list, 1, 1)).toEqual(list);
    expect(moved(list, -1, 1)).toEqual(list);
  });
});

describe('movedTo', () => {
  test('puts an entry in the place of another and lets those between move up', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
  });

  test('does nothing for an entry or a place that is not there', () => {
    for (const [from, to] of [
      [-1, 0],
      [2, 0],
      [0, 2],
      [0, -1],
    ] as const) {
      expect(movedTo(['a', 'b'], from, to)).toEqual(['a', 'b']);
    }
  });

  test('the new position is announced', () => {
    expect([placeText(1, 3), placeText(-1, 2)]).toEqual(['The image is now number 2 of 3.', 'The image was removed.']);
  });
});
