import { describe, expect, test } from 'vitest';
import { documentExtensions, imageExtensions, maxDocumentBytes, maxImageBytes } from '#contract/catalogue/files.ts';
import { inOrderOf, offeredFiles, rejectionOf, uploadedWords } from './display.ts';

describe('refusalOf', () => {
  test('UPLOAD-04 a program, a page and a drawing are refused as documents and as images', () => {
    for (const name of ['run.exe', 'page.html', 'drawing.svg', 'archive.pdf.exe', 'noextension', '.png.']) {
      expect(rejectionOf('document', { name, size: 10 })).toBe('This type of file is not accepted.');
      expect(rejectionOf('image', { name, size: 10 })).toBe('This type of file is not accepted.');
    }
  });

  test('an image is no document, and a document no image', () => {
    expect(rejectionOf('document', { name: 'cover.png', size: 10 })).toBe('This type of file is not accepted.');
    expect(rejectionOf('image', { name: 'report.pdf', size: 10 })).toBe('This type of file is not accepted.');
  });

  test('UPLOAD-02 every kind of document may be sent, up to 50 MB', () => {
    for (const extension of documentExtensions) {
      expect(rejectionOf('document', { name: `a.b.${extension}`, size: maxDocumentBytes })).toBeNull();
    }
    expect(rejectionOf('document', { name: 'a.pdf', size: maxDocumentBytes + 1 })).toBe(
      'This file is too large: the limit is 50 MB.',
    );
  });

  test('UPLOAD-03 every kind of image may be sent, up to 10 MB, whatever the case of its name', () => {
    for (const extension of imageExtensions) {
      expect(rejectionOf('image', { name: `COVER.${extension.toUpperCase()}`, size: maxImageBytes })).toBeNull();
    }
    expect(rejectionOf('image', { name: 'cover.png', size: maxImageBytes + 1 })).toBe(
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

test('ADM-TOOL-08 a moved image keeps the texts and uploads of the meantime', () => {
  const [a, b, c] = [
    { url: '/a', text: '' },
    { url: '/b', text: 'Typed' },
    { url: '/c', text: '' },
  ];
  expect(inOrderOf([{ url: '/b' }, { url: '/a' }], [a, b, c])).toEqual([b, a, c]);
  expect(inOrderOf([b, a], [a])).toEqual([a]);
});
