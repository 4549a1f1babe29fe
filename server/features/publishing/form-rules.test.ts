import { describe, expect, it } from 'vitest';
import { GenericForm } from '#contract/publishing-forms.ts';
import { columnsOf, type FormFacts, problemsOf, uploadIdsIn } from './form-rules.ts';

const form = (fields: object) =>
  GenericForm.parse({ title: 'A', description: 'B', type: 'report', accessType: 'purchase', ...fields });
const picture = '4c0f4f5e-8d0f-4f37-9a55-2a5c8f4a0c01';
const document = '4c0f4f5e-8d0f-4f37-9a55-2a5c8f4a0c02';
const facts: FormFacts = {
  currency: 'GBP',
  resourceId: null,
  fileId: null,
  formerType: null,
  bundle: { parts: [], soldIn: null, isPromised: false },
  product: null,
  uploads: new Map([
    [picture, 'image'],
    [document, 'document'],
  ]),
};

describe('prices of a form', () => {
  it('ADM-RES-14 prices of a form are refused with more decimals than the currency has', () => {
    expect(problemsOf(form({ price: '1.999' }), facts)).toEqual([
      { field: 'price', sentence: 'Price may have at most 2 decimals' },
    ]);
    expect(problemsOf(form({ annualPrice: 80.5 }), { ...facts, currency: 'JPY' })).toEqual([
      { field: 'annualPrice', sentence: 'Annual price may have at most 0 decimals' },
    ]);
  });

  it('TAX-01 TAX-02 prices of a form are refused with decimals that cannot be charged, and below the smallest charge', () => {
    expect(problemsOf(form({ price: '5.124' }), { ...facts, currency: 'KWD' })).toEqual([
      { field: 'price', sentence: 'Price may have at most 2 decimals' },
    ]);
    expect(columnsOf(form({ price: '5.12' }), { ...facts, currency: 'KWD' }).price_minor).toBe(5120);
    expect(problemsOf(form({ price: '174.99', isPublished: true }), { ...facts, currency: 'HUF' })).toEqual([
      { field: 'price', code: 'publishing.price-required', values: { minimum: expect.stringMatching(/175\.00/) } },
    ]);
    expect(problemsOf(form({ price: '175', isPublished: true }), { ...facts, currency: 'HUF' })).toEqual([]);
  });

  it('ADM-RES-14 prices of a form may be a number, numeric text, blank or null', () => {
    const columns = columnsOf(form({ price: 12.5, monthlyPrice: ' 8.99 ', annualPrice: '' }), facts);
    expect(columns).toMatchObject({ price_minor: 1250, monthly_price_minor: 899, annual_price_minor: null });
  });

  it('ADM-RES-16 prices of a form are needed to publish a resource for purchase, at least what can be charged', () => {
    const lacks = (fields: object) => problemsOf(form(fields), facts).some((problem) => 'code' in problem);
    expect(lacks({ isPublished: true })).toBe(true);
    expect(lacks({ isPublished: true, price: '0.29' })).toBe(true);
    expect(lacks({ isPublished: true, price: '0.30' })).toBe(false);
    expect(lacks({ isPublished: false })).toBe(false);
    expect(lacks({ isPublished: true, accessType: 'free' })).toBe(false);
  });
});

describe('what a form names', () => {
  it('ADM-RES-17 a form names uploads of the right kind, or https addresses where that is allowed', () => {
    const wrong = form({
      thumbnailUrl: `/media/${document}`,
      featuredImageUrl: `/media/${picture}`,
      fileUrl: `/api/files/${picture}`,
      videoUrl: 'http://example.org/video',
      metadata: { slideshowImages: ['https://example.org/a.png', 'ftp://example.org/b.png'] },
      onlineProductId: 7,
    });
    expect(problemsOf(wrong, facts).map(({ field }) => field)).toEqual([
      'onlineProductId',
      'thumbnailUrl',
      'slideshowImages',
      'videoUrl',
      'fileUrl',
    ]);
    expect(uploadIdsIn(wrong)).toEqual([picture, document, picture]);
  });

  it('a form may name the own download address, which keeps the file', () => {
    const kept = form({ fileUrl: '/api/resources/5/download' });
    expect(problemsOf(kept, { ...facts, resourceId: 5 })).toEqual([]);
    expect(columnsOf(kept, { ...facts, resourceId: 5, fileId: document }).file_id).toBe(document);
    expect(problemsOf(kept, { ...facts, resourceId: 6 })).toHaveLength(1);
  });
});
