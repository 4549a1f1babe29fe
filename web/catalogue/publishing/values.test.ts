import { describe, expect, test } from 'vitest';
import { type AccessType, accessTypes, type ResourceType, resourceTypes } from '#contract/catalogue/catalogue.ts';
import type { AdminResource } from '#contract/catalogue/publishing.ts';
import {
  blankValues,
  pricesByAccess,
  type ResourceValues,
  resourceSchema,
  titleForProduct,
  toggled,
  valuesOf,
} from './values.ts';

const resource: AdminResource = {
  id: 7,
  title: 'Model Oversight Register',
  description: 'Keeps every model in one list.',
  type: 'downloadable_template',
  accessType: 'subscription',
  price: null,
  monthlyPrice: 8.99,
  annualPrice: 89,
  trialDays: 14,
  trialNeedsCard: false,
  createdAt: '2026-01-05T10:00:00.000Z',
  estimatedDuration: 25,
  onlineProductId: null,
  stripeProductId: null,
  readingMinutes: null,
  thumbnailUrl: 'https://images.example.org/small.png',
  featuredImageUrl: '/media/3f1c0a52-7f0e-4f5e-9a61-0d8a1f4a9b11',
  fileUrl: '/api/files/0b6c2f51-2f0b-4d1b-8a54-1c2b3a4d5e6f',
  fileTitle: 'register.xlsx',
  samplePages: 2,
  videoUrl: 'https://video.example.org/1',
  videoAccess: 'content',
  tags: ['register', 'models'],
  roleAffiliations: ['executive_leader', 'project_manager'],
  rappPrinciples: ['people_centred', 'responsible'],
  rappImplementationPhase: ['phase_2_design_plan'],
  isPublished: true,
  publishAt: null,
  path: null,
  updatedAt: '2026-01-06T10:00:00.000Z',
  metadata: {
    slideshowImages: ['https://images.example.org/1.png', 'https://images.example.org/2.png'],
    slideshowTexts: ['', 'A register of models'],
    instructionalVideoUrl: 'https://video.example.org/2',
    videoUrl: 'https://video.example.org/3',
    subscriptionBenefits: ['Monthly updates', 'Worked examples'],
  },
};

function check(type: ResourceType, values: Partial<ResourceValues>) {
  return resourceSchema.safeParse({ ...blankValues(type), ...values });
}

function sentences(type: ResourceType, values: Partial<ResourceValues>) {
  return Object.fromEntries(
    check(type, values).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );
}

describe('what a form refuses', () => {
  test('TRIAL-01 a free trial has 1 to 365 whole days, and only subscriptions have one', () => {
    const form = { title: 'A report', description: 'About it', accessType: 'subscription' as const };
    for (const trialDays of ['0', '366', '1.5', 'two weeks']) {
      expect(sentences('report', { ...form, trialDays })).toEqual({
        trialDays: 'Free Trial must be 1 to 365 whole days',
      });
    }
    expect(check('report', { ...form, trialDays: '365', trialNeedsCard: false }).data).toMatchObject({
      trialDays: 365,
      trialNeedsCard: false,
    });
    expect(check('report', { ...form, accessType: 'free', trialDays: '14' }).data).toMatchObject({ trialDays: null });
  });

  test('ADM-RES-08 the generic form needs a title and a description', () => {
    expect(sentences('report', {})).toEqual({ title: 'Title is required', description: 'Description is required' });
    expect(sentences('report', { title: ' ', description: '\n' })).toEqual(sentences('report', {}));
  });

  test('ADM-TPL-02 ADM-TPL-04 the template form needs ten characters of description and a file', () => {
    expect(sentences('downloadable_template', { title: 'Plan', description: 'Too short' })).toEqual({
      description: 'Description must be at least 10 characters',
      fileUrl: 'Template file is required',
    });
  });

  test('ADM-TOOL-06 the tool form needs a product', () => {
    expect(sentences('online_tool', { title: 'Canvas' })).toEqual({
      onlineProductId: 'Please select an online product',
    });
  });

  test('ADM-RES-14 a price that is shown must be an amount', () => {
    const values = { title: 'A', description: 'B', accessType: 'purchase' as const, price: '-5' };
    expect(sentences('book', values)).toEqual({ price: 'Price must be an amount of zero or more' });
    expect(sentences('book', { ...values, price: '1000000' })).toEqual({ price: 'Price must be less than 1,000,000' });
  });
});

test('ADM-TOOL-07 a price is shown for purchase, two prices for subscription, none for free', () => {
  expect(pricesByAccess).toEqual({ free: [], purchase: ['price'], subscription: ['monthlyPrice', 'annualPrice'] });
});

test('ADM-TOOL-07 sends prices that the chosen access does not show as null, without checking them', () => {
  const wrong = { price: '-1', monthlyPrice: 'x', annualPrice: '1e9' };
  const right: Record<AccessType, Partial<ResourceValues>> = {
    free: {},
    purchase: { price: '18.00' },
    subscription: { monthlyPrice: '8.99', annualPrice: '' },
  };
  for (const accessType of accessTypes) {
    const benefits = { ...blankValues('report').metadata, subscriptionBenefits: 'One\n\n Two ' };
    const values = { title: 'A', description: 'B', ...wrong, ...right[accessType], metadata: benefits, accessType };
    const { price, monthlyPrice, annualPrice, metadata } = resourceSchema.parse({
      ...blankValues('report'),
      ...values,
    });
    expect({ price, monthlyPrice, annualPrice }).toEqual({
      price: accessType === 'purchase' ? '18.00' : null,
      monthlyPrice: accessType === 'subscription' ? '8.99' : null,
      annualPrice: null,
    });
    expect(metadata.subscriptionBenefits).toEqual(accessType === 'subscription' ? ['One', 'Two'] : []);
  }
});

test('ADM-RES-13 ADM-TPL-05 a new resource is a draft with empty lists', () => {
  for (const type of resourceTypes) {
    const values = { title: 'A name', description: 'Ten letters.', fileUrl: '/api/files/1', onlineProductId: '3' };
    expect(check(type, values).data).toMatchObject({
      type,
      isPublished: false,
      tags: [],
      roleAffiliations: [],
      rappPrinciples: [],
      rappImplementationPhase: [],
    });
  }
});

test('an untouched form saves the resource as it was, with what no form shows', () => {
  for (const type of resourceTypes.filter((one) => one !== 'bundle' && one !== 'path')) {
    const given: AdminResource = { ...resource, type, onlineProductId: type === 'online_tool' ? 3 : null };
    const { id, createdAt, stripeProductId, updatedAt, readingMinutes, path, ...kept } = given;
    expect(resourceSchema.parse(valuesOf(given))).toEqual({ ...kept, monthlyPrice: '8.99', annualPrice: '89' });
  }
});

test('BUNDLE-02 an untouched form of a bundle keeps its price, its parts and the choice of later parts', () => {
  const summary = { ...resource, stripeProductId: undefined };
  const parts = [
    { ...summary, id: 9, title: 'Second' },
    { ...summary, id: 4, title: 'First' },
  ];
  const given: AdminResource = {
    ...resource,
    type: 'bundle',
    accessType: 'purchase',
    price: 30,
    bundle: { parts, includesLaterParts: true },
  };
  expect(resourceSchema.parse(valuesOf(given))).toMatchObject({
    accessType: 'purchase',
    price: '30',
    partIds: [9, 4],
    includesLaterParts: true,
  });
  expect(blankValues('bundle')).toMatchObject({ accessType: 'purchase', parts: [], includesLaterParts: false });
});

test('a draft keeps its time to publish, and what is published has none', () => {
  const publishAt = '2126-12-03T09:00:00.000Z';
  const draft = valuesOf({ ...resource, isPublished: false, publishAt });
  expect(resourceSchema.parse(draft)).toMatchObject({ isPublished: false, publishAt });
  expect(resourceSchema.parse({ ...draft, isPublished: true })).toMatchObject({ isPublished: true, publishAt: null });
  const { error } = resourceSchema.safeParse({ ...draft, publishAt: 'soon' });
  expect(error?.issues[0]).toMatchObject({ path: ['publishAt'], message: 'Choose the day and the time to publish' });
});

test('a picture that is listed twice is kept once', () => {
  const { metadata } = resource;
  const slides = { slideshowImages: ['/media/a', '/media/b', '/media/a'], slideshowTexts: ['First', '', 'Again'] };
  expect(valuesOf({ ...resource, metadata: { ...metadata, ...slides } }).metadata.slideshowImages).toEqual([
    { url: '/media/a', text: 'First' },
    { url: '/media/b', text: '' },
  ]);
});

describe('titleForProduct', () => {
  test("ADM-TOOL-10 an empty title becomes the product's name and follows the next choice", () => {
    expect(titleForProduct('', undefined, 'Canvas')).toBe('Canvas');
    expect(titleForProduct('Canvas', 'Canvas', 'Register')).toBe('Register');
  });

  test('a title that the administrator wrote stays', () => {
    expect(titleForProduct('My canvas', 'Canvas', 'Register')).toBe('My canvas');
    expect(titleForProduct('Canvas', 'Canvas', undefined)).toBe('Canvas');
  });
});

test('ticking a box adds its value at the end, unticking removes it from any position', () => {
  expect(toggled(['b'], 'a')).toEqual(['b', 'a']);
  expect(toggled(['b', 'a', 'c'], 'a')).toEqual(['b', 'c']);
});
