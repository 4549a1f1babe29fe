import { describe, expect, it } from 'vitest';
import { ResourceForm, ResourcePatch } from '#contract/catalogue/publishing-forms.ts';
import { columnsOf, type FormFacts, noFile, problemsOf, uploadIdsIn } from './form-rules.ts';

const form = (fields: object) =>
  ResourceForm.parse({ title: 'A', description: 'B', type: 'report', accessType: 'purchase', ...fields });
const picture = '4c0f4f5e-8d0f-4f37-9a55-2a5c8f4a0c01';
const document = '4c0f4f5e-8d0f-4f37-9a55-2a5c8f4a0c02';
const facts: FormFacts = {
  currency: 'GBP',
  resourceId: null,
  file: noFile,
  videoAccess: 'preview' as const,
  formerType: null,
  bundle: { parts: [], soldIn: null, isPromised: false },
  product: null,
  pathParts: new Map(),
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
    expect(columnsOf(kept, { ...facts, resourceId: 5, file: { ...noFile, file_id: document } }).file_id).toBe(document);
    expect(problemsOf(kept, { ...facts, resourceId: 6 })).toHaveLength(1);
  });
  it('ADM-TPL-04 API-60 a template is published with an upload or an https address, and saved as a draft without', () => {
    const template = (fields: object) =>
      form({ type: 'downloadable_template', accessType: 'free', description: 'Ten letters.', ...fields });
    const missing = [{ field: 'fileUrl', sentence: 'Template file is required' }];
    expect(problemsOf(template({}), facts)).toEqual([]);
    expect(problemsOf(template({ fileUrl: '' }), facts)).toEqual([]);
    expect(problemsOf(template({ isPublished: true }), facts)).toEqual(missing);
    expect(problemsOf(template({ publishAt: '2099-01-01T00:00:00Z' }), facts)).toEqual(missing);
    const link = 'https://files.example.org/register.xlsx';
    const [linked, uploaded] = [
      template({ isPublished: true, fileUrl: link }),
      template({ isPublished: true, fileUrl: `/api/files/${document}` }),
    ];
    for (const fine of [linked, uploaded]) expect(problemsOf(fine, facts)).toEqual([]);
    expect(columnsOf(linked, facts)).toMatchObject({ file_id: null, file_link: link });
    expect(columnsOf(uploaded, facts)).toMatchObject({ file_id: document, file_link: null });
    const kept = template({ isPublished: true, fileUrl: '/api/resources/5/download' });
    const keptFacts = { ...facts, resourceId: 5, file: { file_id: null, file_link: link } };
    expect(problemsOf(kept, keptFacts)).toEqual([]);
    expect(columnsOf(kept, keptFacts).file_link).toBe(link);
  });

  it('ADM-TPL-05 reads rappPhilosophies as another name of rappPrinciples, which counts where both are given', () => {
    const principles = (fields: object) => columnsOf(form(fields), facts).rapp_principles;
    expect(principles({ rappPhilosophies: ['adaptive'] })).toEqual(['adaptive']);
    expect(principles({ rappPhilosophies: ['adaptive'], rappPrinciples: ['responsible'] })).toEqual(['responsible']);
    expect(principles({})).toEqual([]);
    expect(ResourcePatch.parse({ rappPhilosophies: [] })).toEqual({ rappPrinciples: [] });
    expect(ResourcePatch.parse({ title: 'B' })).toEqual({ title: 'B' });
  });
});
