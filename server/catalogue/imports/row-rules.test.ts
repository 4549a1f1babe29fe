import { describe, expect, it } from 'vitest';
import { textStep } from '#tests/support/paths.ts';
import { emptyMemory, formInputOf, idOf, idRemarks, shapeOf, shown, titleRemarks } from './row-rules.ts';

const good = { title: 'A', description: 'B', type: 'report', accessType: 'free' };
const problemsOf = (values: object) =>
  shapeOf(formInputOf(values, null)).problems.map(({ field, sentence, value }) => [field, sentence, value]);

describe('the shape of a row', () => {
  it('ADM-RES-09 the shape of a row is reported in the words of the forms, for every field', () => {
    const row = {
      ...good,
      title: ' ',
      accessType: 'gratis',
      price: '-1',
      estimatedDuration: '1.5',
      tags: ['ok', ''],
      roleAffiliations: ['executive_leader', 'boss', 'chief'],
      subscriptionBenefits: [7],
      isPublished: 'maybe',
    };
    expect(problemsOf(row).sort()).toEqual([
      ['accessType', 'Choose one of the access types', 'gratis'],
      ['estimatedDuration', 'Estimated duration must be a whole number of minutes', '1.5'],
      ['isPublished', 'isPublished must be true or false', 'maybe'],
      ['price', 'Price must be an amount of zero or more', '-1'],
      ['roleAffiliations', 'A target role is not known', 'boss'],
      ['roleAffiliations', 'A target role is not known', 'chief'],
      ['subscriptionBenefits', 'A subscription benefit is required', '7'],
      ['tags', 'A tag is required', ''],
      ['title', 'Title is required', ' '],
    ]);
  });

  it('ADM-TPL-02 ADM-TPL-04 ADM-TOOL-06 the shape of a row is that of the form of its type', () => {
    expect(problemsOf({ ...good, type: 'downloadable_template', description: 'short' })).toEqual([
      ['description', 'Description must be at least 10 characters', 'short'],
    ]);
    expect(problemsOf({ ...good, type: 'online_tool', description: '' })).toEqual([
      ['onlineProductId', 'Please select an online product', ''],
    ]);
    expect(problemsOf({ ...good, type: 'poster', title: '' })).toEqual([
      ['type', 'Choose one of the resource types', 'poster'],
      ['title', 'Title is required', ''],
    ]);
  });

  it('leaves a form to look at further, with stand-ins where a field is wrong', () => {
    const broken = { title: '', description: 7, type: 'x', accessType: 'x', price: 'x', tags: 'x', videoUrl: 7 };
    const { form } = shapeOf(formInputOf({ ...broken, slideshowImages: [7], onlineProductId: '12' }, null));
    expect(form).toMatchObject({ onlineProductId: 12, price: null, tags: [] });
    expect(shapeOf(formInputOf({ type: 'downloadable_template' }, null)).form).not.toBeNull();
    expect(shapeOf(formInputOf({ type: 'online_tool', onlineProductId: 'x' }, null)).form).not.toBeNull();
  });
});

describe('a row that changes a resource', () => {
  const base = {
    ...good,
    price: 5,
    videoUrl: 'https://example.org/v',
    tags: ['kept'],
    metadata: { videoUrl: 'https://example.org/v', slideshowImages: ['https://example.org/a.png'] },
  };

  it('leaves what the file has no column for, and clears what its cell is blank for', () => {
    const { form } = shapeOf(formInputOf({ id: '3', title: 'New', videoUrl: null }, base));
    expect(form).toMatchObject({ title: 'New', price: '5', videoUrl: null, tags: ['kept'] });
    expect(form?.metadata).toMatchObject({ videoUrl: null, slideshowImages: ['https://example.org/a.png'] });
  });

  it('keeps the text of each picture that stays, wherever it goes, unless the file has texts of its own', () => {
    const [a, b, c] = ['https://example.org/a.png', 'https://example.org/b.png', 'https://example.org/c.png'];
    const shown = { ...base, metadata: { slideshowImages: [a, b], slideshowTexts: ['A', 'B'] } };
    const metadataOf = (values: object) => shapeOf(formInputOf({ id: '3', ...values }, shown)).form?.metadata;
    expect(metadataOf({ title: 'New' })).toMatchObject({ slideshowTexts: ['A', 'B'] });
    expect(metadataOf({ slideshowImages: [b, c] })).toMatchObject({ slideshowTexts: ['B', ''] });
    expect(metadataOf({ slideshowImages: [b], slideshowTexts: ['New'] })).toMatchObject({ slideshowTexts: ['New'] });
    expect(metadataOf({ slideshowImages: [] })).toMatchObject({ slideshowImages: [], slideshowTexts: [] });
  });
});

describe('ids and titles', () => {
  it('ids and titles are whole numbers, or nothing for a new resource', () => {
    expect([undefined, null, '7', 7, ' 7 '].map((id) => idOf({ id }))).toEqual(
      [null, null, 7, 7, 7].map((id) => ({ id })),
    );
    for (const id of ['x', '1.5', '0', '-1', '99999999999', true, ' ', {}]) {
      expect([id, idOf({ id })]).toEqual([id, { sentence: 'The id must be a whole number' }]);
    }
  });

  it('ids and titles are reported when they are in the file twice or contradict the catalogue', () => {
    const memory = emptyMemory();
    const sentences = (remarks: { sentence: string }[]) => remarks.map(({ sentence }) => sentence);
    expect(idRemarks({ id: 3, line: 2 }, memory, true)).toEqual([]);
    expect(sentences(idRemarks({ id: 3, line: 9 }, memory, true))).toEqual(['Line 2 already has this id.']);
    expect(sentences(idRemarks({ id: 4, line: 9 }, memory, false))).toEqual(['Resource not found']);
    const inCatalogue = new Map([['Known', 12]]);
    expect(titleRemarks({ title: 'Known', id: 12, line: 2 }, memory, inCatalogue)).toEqual([]);
    expect(sentences(titleRemarks({ title: 'known', id: null, line: 3 }, memory, inCatalogue))).toEqual([
      'Line 2 already has this title.',
    ]);
    expect(sentences(titleRemarks({ title: 'Known', id: null, line: 3 }, emptyMemory(), inCatalogue))).toEqual([
      'A resource with this title already exists. To change it, give its id: 12.',
    ]);
  });

  it('PATH-04 a broken path is named with what is wrong in its cell, at the step that has it', () => {
    const remarksOf = (path: unknown) =>
      shapeOf({ title: 'A', description: 'B', type: 'path', accessType: 'free', path }).problems;
    const of = (value: string, sentence: string) => [{ field: 'path', value, sentence }];
    const form = ' must be an object, as an export of the catalogue has it';
    expect(remarksOf('{"order":')).toEqual(
      of(
        '{"order":',
        'The path is not readable as JSON. Copy its cell from an export of the catalogue, and change that',
      ),
    );
    expect(remarksOf([])).toEqual(of('[]', `The path${form}`));
    expect(remarksOf({ order: 'free', sections: ['x'] })).toEqual(of('x', `A section${form}`));
    const withStep = (step: object) => remarksOf({ order: 'free', sections: [{ steps: [textStep('a'), step] }] });
    expect(withStep({ ...textStep('b'), mark: 1 })[0]).toMatchObject({
      value: expect.stringContaining('"id":"b"'),
      sentence: 'A step has no field “mark”',
    });
    expect(withStep({ id: 'b', kind: 'resource' })).toEqual(
      of('{"id":"b","kind":"resource"}', 'Choose the resource of each step from the list'),
    );
  });

  it('shows values shortened and without characters that cannot be stored', () => {
    expect(shown('x'.repeat(200))).toHaveLength(80);
    expect(shown('a\u0000b\uD800')).toBe('a\uFFFDb\uFFFD');
    expect([shown(null), shown(7), shown(['a'])]).toEqual(['', '7', '["a"]']);
  });
});
