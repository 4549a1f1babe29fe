import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, JsonObject } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

let portal: TestPortal;
let administrator: Client;
let member: Client;
let documentUrl: string;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  member = await portal.member();
  documentUrl = await upload('form.txt', 'A form to fill in');
});
afterAll(() => portal.close());

const upload = async (name: string, text: string) => {
  const form = multipartForm({ name, content: Buffer.from(text), fields: {} });
  const answer = await administrator.send({ method: 'POST', url: '/api/admin/upload', ...form });
  return String(answer.body.fileUrl);
};
const rows = async (text: string) => (await portal.database.pool.query(text)).rows;
const stored = () => rows('select * from resources order by id');
const report = { title: 'A report', description: 'What was found', type: 'report', accessType: 'free' };
const template = {
  ...report,
  type: 'downloadable_template',
  description: 'A register to fill in',
  fileUrl: '',
};
const create = async (fields: object = {}) => {
  const answer = await administrator.post('/api/admin/resources', { ...report, ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as JsonObject & { id: number };
};

describe('what is refused', () => {
  const https = (field: string) => `${field} must be an https address or an uploaded file.`;
  const cases: [string, object, string][] = [
    ['ADM-RES-08 an empty title', { title: ' ' }, 'Title is required'],
    ['ADM-RES-08 an empty description', { description: '' }, 'Description is required'],
    ['ADM-RES-08 an unknown type', { type: 'poster' }, 'Choose one of the resource types'],
    ['ADM-RES-08 an unknown access type', { accessType: 'gift' }, 'Choose one of the access types'],
    ['ADM-RES-14 a negative price', { price: -1 }, 'Price must be an amount of zero or more'],
    [
      'ADM-RES-14 a price that is no number',
      { monthlyPrice: 'dear' },
      'Monthly price must be an amount of zero or more',
    ],
    ['TRIAL-01 no days of a free trial', { trialDays: 0 }, 'Free Trial must be 1 to 365 whole days'],
    ['TRIAL-01 a free trial of more than a year', { trialDays: 366 }, 'Free Trial must be 1 to 365 whole days'],
    ['TRIAL-01 no answer about a card', { trialNeedsCard: 'yes' }, 'trialNeedsCard must be true or false'],
    ['ADM-RES-14 more decimals than the currency has', { price: '1.999' }, 'Price may have at most 2 decimals'],
    [
      'ADM-RES-16 publishing without a price',
      { accessType: 'purchase', price: '0.29', isPublished: true },
      'A resource for purchase needs a price of at least £0.30 before it can be published.',
    ],
    ['ADM-RES-17 a script as video', { videoUrl: 'javascript:alert(1)' }, https('Video URL')],
    ['ADM-RES-17 a picture over http', { featuredImageUrl: 'http://example.org/a.png' }, https('Featured image')],
    [
      'ADM-RES-17 a picture that was not uploaded',
      { thumbnailUrl: '/media/00000000-0000-4000-8000-000000000000' },
      https('Thumbnail'),
    ],
    [
      'API-60 the file of another portal',
      { fileUrl: '/api/files/00000000-0000-4000-8000-000000000000' },
      'This file was not uploaded to this portal. Upload it, then save again.',
    ],
    ['ADM-RES-17 a file over http', { fileUrl: 'http://example.org/a.pdf' }, https('File')],
    [
      'ADM-TPL-02 a short description of a template',
      { ...template, description: 'too short' },
      'Description must be at least 10 characters',
    ],
    ['ADM-TPL-04 a published template without a file', { ...template, isPublished: true }, 'Template file is required'],
    ['ADM-TPL-06 a role of neither list', { roleAffiliations: ['chief'] }, 'A target role is not known'],
    ['ADM-TOOL-06 a tool without a product', { type: 'online_tool' }, 'Please select an online product'],
    [
      'ADM-TOOL-06 a product that does not exist',
      { type: 'online_tool', onlineProductId: 999 },
      'Please select an online product',
    ],
    ['ACCESS-23 another word', { videoAccess: 'sample' }, 'videoAccess must be preview or content'],
    ['DETAIL-27 six sample pages', { samplePages: 6 }, 'Sample pages must be 0 to 5'],
    ['DETAIL-27 half a sample page', { samplePages: '0.5' }, 'Sample pages must be 0 to 5'],
    ['a duration of no minutes', { estimatedDuration: 0 }, 'Estimated duration must be a whole number of minutes'],
    ['a list that is none', { tags: 'one' }, 'Tags must be a list'],
    [
      'an endless text of a picture',
      { metadata: { slideshowImages: ['https://example.org/a.png'], slideshowTexts: ['x'.repeat(301)] } },
      'A slideshow text must be at most 300 characters',
    ],
  ];

  it.each(cases)('%s is refused', async (_title, fields, message) => {
    const before = await stored();
    const answer = await administrator.post('/api/admin/resources', { ...report, ...fields });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await stored()).toEqual(before);
  });

  it('API-38 API-39 refuses every resource that members and visitors send', async () => {
    const { id } = await create();
    const before = await stored();
    for (const [client, status] of [
      [portal.visitor(), 401],
      [member, 403],
    ] as const) {
      expect((await client.get('/api/admin/resources')).status).toBe(status);
      expect((await client.post('/api/admin/resources', report)).status).toBe(status);
      expect((await client.put(`/api/admin/resources/${id}`, report)).status).toBe(status);
      expect((await client.patch(`/api/admin/resources/${id}`, { isPublished: true })).status).toBe(status);
      expect((await client.delete(`/api/admin/resources/${id}`)).status).toBe(status);
    }
    expect(await stored()).toEqual(before);
  });

  it('API-58 refuses ids that are unknown or no integers', async () => {
    for (const id of ['999999', 'abc', '1.5', '-1', '2147483648', '%00']) {
      expect([id, [400, 404].includes((await administrator.patch(`/api/admin/resources/${id}`, {})).status)]).toEqual([
        id,
        true,
      ]);
    }
  });
});

describe('what is kept', () => {
  it('ADM-RES-13 API-38 adds a draft and answers it; members do not see it until it is published', async () => {
    const resource = await create({ title: 'Only a draft', tags: ['one', 'two', 'one'], isPublished: undefined });
    expect(resource).toMatchObject({ title: 'Only a draft', isPublished: false, tags: ['one', 'two'] });
    expect((await member.get(`/api/resources/${resource.id}`)).status).toBe(404);
    await administrator.patch(`/api/admin/resources/${resource.id}`, { isPublished: true });
    expect((await member.get(`/api/resources/${resource.id}`)).status).toBe(200);
  });

  it('API-11 DETAIL-06 keeps a text for each slideshow image; who sends none of them gets blank ones', async () => {
    const slideshowImages = ['https://example.org/a.png', 'https://example.org/b.png'];
    const metadata = { slideshowImages, slideshowTexts: [' A map ', '', 'of no picture'] };
    const { id } = await create({ isPublished: true, metadata });
    const seen = async () => (await member.get(`/api/resources/${id}`)).body.metadata;
    expect(await seen()).toMatchObject({ slideshowImages, slideshowTexts: ['A map', ''] });
    await administrator.patch(`/api/admin/resources/${id}`, { title: 'Another name' });
    expect(await seen()).toMatchObject({ slideshowTexts: ['A map', ''] });
    await administrator.patch(`/api/admin/resources/${id}`, { metadata: { slideshowImages: slideshowImages[0] } });
    expect(await seen()).toMatchObject({ slideshowImages: [slideshowImages[0]], slideshowTexts: [''] });
  });

  it('ADM-RES-14 takes prices as numbers, numeric text and null', async () => {
    const resource = await create({
      accessType: 'subscription',
      price: null,
      monthlyPrice: 8.99,
      annualPrice: '89.90',
    });
    expect(resource).toMatchObject({ price: null, monthlyPrice: 8.99, annualPrice: 89.9 });
    expect((await stored()).at(-1)).toMatchObject({
      monthly_price_minor: 899,
      annual_price_minor: 8990,
      currency: 'GBP',
    });
  });

  it('TRIAL-01 keeps free days until they are cleared; a card is asked for unless the publisher says no', async () => {
    const resource = await create({ accessType: 'subscription', trialDays: '14' });
    expect(resource).toMatchObject({ trialDays: 14, trialNeedsCard: true });
    const save = async (fields: object) =>
      (await administrator.patch(`/api/admin/resources/${resource.id}`, fields)).body;
    expect(await save({ trialNeedsCard: false })).toMatchObject({ trialDays: 14, trialNeedsCard: false });
    expect(await save({ title: 'Another name' })).toMatchObject({ trialDays: 14, trialNeedsCard: false });
    expect(await save({ trialDays: null })).toMatchObject({ trialDays: null, trialNeedsCard: false });
    expect(await create({ accessType: 'subscription' })).toMatchObject({ trialDays: null, trialNeedsCard: true });
  });

  it('ADM-RES-02 publishes by isPublished alone and leaves everything else as it was', async () => {
    const before = await create({
      accessType: 'purchase',
      price: 12,
      estimatedDuration: 45,
      tags: ['kept'],
      fileUrl: documentUrl,
    });
    const answer = await administrator.patch(`/api/admin/resources/${before.id}`, { isPublished: true });
    expect(answer.body).toEqual({ ...before, isPublished: true, updatedAt: expect.any(String) });
    const rejected = await administrator.patch(`/api/admin/resources/${before.id}`, { price: null });
    expect(rejected.body.code).toBe('publishing.price-required');
    expect((await administrator.get(`/api/resources/${before.id}`)).body.price).toBe(12);
  });

  it('ADM-TPL-01 ADM-TPL-05 keeps a template with all its fields; members get the download address', async () => {
    const fields = {
      ...template,
      fileUrl: documentUrl,
      fileTitle: 'Register',
      rappPrinciples: ['responsible'],
      rappImplementationPhase: ['phase_2_design_plan'],
      roleAffiliations: ['policy_lead', 'end_user_frontline_staff'],
      isPublished: true,
    };
    const { id, fileUrl } = await create(fields);
    expect(fileUrl).toBe(documentUrl);
    const shown = (await member.get(`/api/resources/${id}`)).body;
    expect(shown).toMatchObject({
      ...fields,
      fileUrl: `/api/resources/${id}/download`,
      description: template.description,
    });
    expect((await member.get(`/api/resources/${id}/download`)).raw.toString()).toBe('A form to fill in');
  });

  it('API-60 keeps the file when its download address is sent back', async () => {
    const { id } = await create({ ...template, fileUrl: documentUrl });
    const answer = await administrator.put(`/api/admin/resources/${id}`, {
      ...template,
      fileUrl: `/api/resources/${id}/download`,
    });
    expect(answer.body.fileUrl).toBe(documentUrl);
    const foreign = await administrator.put(`/api/admin/resources/${id}`, {
      ...template,
      fileUrl: `/api/resources/${id + 1}/download`,
    });
    expect(foreign.body.code).toBe('publishing.file-unknown');
  });

  it("GEN-16 drops fields that are not the form's", async () => {
    const { id } = await create({ id: 4711, createdAt: '2001-01-01T00:00:00Z', withdrawnAt: 'now', currency: 'USD' });
    expect(id).not.toBe(4711);
    expect((await stored()).at(-1)).toMatchObject({ withdrawn_at: null, currency: 'GBP' });
  });

  it('ADM-RES-15 withdraws what is deleted from every list, for administrators too', async () => {
    const { id } = await create({ isPublished: true, title: 'Withdrawn soon' });
    expect((await administrator.delete(`/api/admin/resources/${id}`)).status).toBe(200);
    for (const client of [member, administrator]) {
      expect((await client.get(`/api/resources/${id}`)).status).toBe(404);
      expect(JSON.stringify((await client.get('/api/resources')).body)).not.toContain('Withdrawn soon');
    }
    expect(JSON.stringify((await administrator.get('/api/admin/resources')).body)).not.toContain('Withdrawn soon');
    expect((await administrator.delete(`/api/admin/resources/${id}`)).status).toBe(404);
  });

  it('API-37 GEN-10 lists drafts too, newest first, in pages', async () => {
    const all = await administrator.get<{ id: number; isPublished: boolean }[]>('/api/admin/resources');
    expect(all.headers['x-total-count']).toBe(String(all.body.length));
    expect(all.body.some((resource) => !resource.isPublished)).toBe(true);
    const second = await administrator.get('/api/admin/resources?page=2&pageSize=3');
    expect(second.body).toEqual(all.body.slice(3, 6));
    expect(second.headers['x-total-count']).toBe(String(all.body.length));
  });

  it('writes each change into the audit log, in the same transaction', async () => {
    const { id } = await create({ title: 'Audited' });
    await administrator.patch(`/api/admin/resources/${id}`, { title: 'Audited twice' });
    await administrator.delete(`/api/admin/resources/${id}`);
    const lines = await rows(`select action, before->>'title' as before, after->>'title' as after
      from audit_log where object = 'resource' and object_id = '${id}' order by id`);
    expect(lines).toEqual([
      { action: 'create', before: null, after: 'Audited' },
      { action: 'update', before: 'Audited', after: 'Audited twice' },
      { action: 'delete', before: 'Audited twice', after: null },
    ]);
  });
});
