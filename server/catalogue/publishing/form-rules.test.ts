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
  assessment: 'open',
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

describe('a learning path', () => {
  const part = (id: number, changed: object = {}) => ({
    id,
    title: `Part ${id}`,
    type: 'report' as const,
    accessType: 'free' as const,
    state: 'listed' as const,
    hasCheck: false,
    isScheduled: false,
    ...changed,
  });
  const flags = { isOptional: false, asksAnew: false, asksFinished: false };
  const step = (resourceId: number, changed: object = {}) => ({
    ...{ ...flags, id: `r${resourceId}`, kind: 'resource', resourceId },
    ...changed,
  });
  const text = { ...flags, id: 'text', kind: 'text', title: 'T', text: 'U' };
  const problemsWith = (
    steps: object[],
    parts: ReturnType<typeof part>[],
    fields: object = {},
    known: Partial<FormFacts> = {},
  ) =>
    problemsOf(
      form({
        ...{ type: 'path', isPublished: true, price: '30' },
        path: { order: 'free', sections: [{ title: '', summary: '', steps }] },
        ...fields,
      }),
      { ...facts, ...known, pathParts: new Map(parts.map((one) => [one.id, one])) },
    );

  it('PATH-01 a path is not sold while each of its resources is free, because everybody has it then', () => {
    const free = [{ field: 'accessType', sentence: expect.stringMatching(/^Each resource of this path is free/) }];
    const parts = [part(1), part(2)];
    const steps = [step(1), step(2), text];
    expect(problemsWith(steps, parts)).toEqual(free);
    expect(problemsWith(steps, parts, { accessType: 'subscription', monthlyPrice: '3', annualPrice: '30' })).toEqual(
      free,
    );
    expect(problemsWith(steps, [part(1), part(2, { accessType: 'purchase', state: 'draft' })])).toEqual(free);
    expect(problemsWith(steps, parts, { isPublished: false })).toEqual([]);
    expect(problemsWith(steps, parts, { accessType: 'free' })).toEqual([]);
    expect(problemsWith(steps, [part(1), part(2, { accessType: 'subscription' })])).toEqual([]);
    // A scheduled path counts scheduled resources as listed.
    const later = { isPublished: false, publishAt: '2030-01-01T00:00:00.000Z' };
    const coming = { state: 'draft', isScheduled: true };
    expect(problemsWith(steps, [part(1), part(2, { ...coming, accessType: 'purchase' })], later)).toEqual([]);
    expect(problemsWith(steps, [part(1, coming), part(2, coming)], later)).toEqual(free);
    // A text and a check of its own can be sold.
    expect(problemsWith([text], [])).toEqual([]);
  });

  it('PATH-04 a path is published only if members can do at least one of its required steps', () => {
    const draft = [{ field: 'path', sentence: expect.stringMatching(/^Members cannot do any of the required steps/) }];
    const at = { accessType: 'free' };
    const optional = step(3, { isOptional: true });
    expect(
      problemsWith(
        [step(1), step(2), optional],
        [part(1, { state: 'draft' }), part(2, { state: 'withdrawn' }), part(3)],
        at,
      ),
    ).toEqual(draft);
    expect(problemsWith([step(1, { kind: 'check' })], [part(1)], at)).toEqual(draft);
    expect(problemsWith([step(1, { kind: 'check' })], [part(1, { hasCheck: true })], at)).toEqual([]);
    expect(problemsWith([step(1), step(2)], [part(1, { state: 'draft' }), part(2)], at)).toEqual([]);
    expect(problemsWith([step(1), text], [part(1, { state: 'draft' })], at)).toEqual([]);
    // A scheduled path may have scheduled resources; a published one needs published ones.
    const later = { ...at, isPublished: false, publishAt: '2030-01-01T00:00:00.000Z' };
    expect(problemsWith([step(1)], [part(1, { state: 'draft' })], later)).toEqual(draft);
    expect(problemsWith([step(1)], [part(1, { state: 'draft', isScheduled: true })], later)).toEqual([]);
    expect(problemsWith([step(1)], [part(1, { state: 'draft', isScheduled: true })], at)).toEqual(draft);
  });

  it('PATH-04 a path is not published while its only required step is an assessment that no member can take', () => {
    const assessment = { ...flags, id: 'assess', kind: 'assessment' };
    const closed = [{ field: 'path', sentence: expect.stringMatching(/^Members cannot take the assessment: /) }];
    const at = { accessType: 'free' };
    const later = { ...at, isPublished: false, publishAt: '2030-01-01T00:00:00.000Z' };
    const optional = step(1, { isOptional: true });
    const draft = part(1, { state: 'draft' });
    const ofState = (state: FormFacts['assessment']) => ({ assessment: state });
    expect(problemsWith([assessment, optional], [part(1)], at, ofState('closed'))).toEqual(closed);
    expect(problemsWith([assessment, step(1)], [draft], at, ofState('closed'))).toEqual(closed);
    expect(problemsWith([assessment], [], at, ofState('scheduled'))).toEqual(closed);
    expect(problemsWith([assessment], [], later, ofState('scheduled'))).toEqual([]);
    expect(problemsWith([assessment], [], at, ofState('open'))).toEqual([]);
    expect(problemsWith([assessment, text], [], at, ofState('closed'))).toEqual([]);
    expect(problemsWith([assessment], [], { ...at, isPublished: false }, ofState('closed'))).toEqual([]);
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
