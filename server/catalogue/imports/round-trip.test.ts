import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf, paragraphsOf } from '#contract/lines.ts';
import { insertDocument, insertProduct, insertResource } from '#tests/support/factories.ts';
import { createImportDesk, type ImportDesk } from '#tests/support/imports.ts';
import { pathOf, textStep } from '#tests/support/paths.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

let portal: TestPortal;
let desk: ImportDesk;
let documentId: string;
beforeAll(async () => {
  portal = await createTestPortal();
  desk = createImportDesk(portal, await portal.administrator());
  documentId = (await insertDocument(portal)).id;
  await insertAwkward();
});
afterAll(() => portal.close());

const awkward = [
  'commas, "quotes" and ‘more’',
  'lines\nand\r\nlines\n\nof text',
  '=HYPERLINK("https://example.org")',
  "'=1+1",
  '+44 20',
  '-1',
  '@here',
  '🧭 👩🏽‍🚀 é é',
  'שלום עולם مرحبا',
  'a|b\\c\\|d',
  '0042',
  'TRUE',
  ';tab\tsemicolon;',
];

/** Inserts a resource for each difficult text, with almost all optional fields, and a learning path. */
async function insertAwkward(): Promise<void> {
  const product = await insertProduct(portal.database);
  for (const [index, given] of awkward.entries()) {
    // Only a description has several lines (TEXT-01).
    const text = lineOf(given);
    await insertResource(portal.database, {
      title: text,
      description: paragraphsOf(`${given} and more`),
      type: index % 2 === 0 ? 'downloadable_template' : 'online_tool',
      access_type: 'subscription',
      price_minor: null,
      monthly_price_minor: 899,
      annual_price_minor: 8990 + index,
      trial_days: index % 2 === 0 ? 14 : null,
      trial_needs_card: index % 3 === 0,
      estimated_duration: 45,
      online_product_id: product.id,
      thumbnail_url: 'https://example.org/a,b.png',
      featured_image_url: 'https://example.org/c.png',
      file_id: documentId,
      file_title: text,
      sample_pages: index % 4,
      video_url: 'https://vimeo.com/1',
      video_access: index % 2 === 0 ? 'content' : 'preview',
      instructional_video_url: 'https://vimeo.com/2',
      slideshow_images: ['https://example.org/1.png', 'https://example.org/2|3.png'],
      slideshow_texts: [[`${text}|text`, ''], ['', 'A map'], []][index % 3],
      subscription_benefits: [text, 'Everything'],
      tags: [text.slice(0, 50), 'care'],
      role_affiliations: ['executive_leader', 'policy_lead'],
      rapp_principles: ['responsible', 'adaptive'],
      rapp_implementation_phase: ['phase_1_discover_assess'],
      is_published: index % 3 !== 0,
    });
  }
  // PATH-04: a learning path of the assessment and texts in several sections.
  const text = { ...textStep('a'), text: paragraphsOf(awkward.slice(0, 2).join('\n')) };
  const { sections } = pathOf([text, { ...textStep('b'), isOptional: true, asksAnew: true, asksFinished: true }]);
  const assessment = { id: 'c', kind: 'assessment', isOptional: false, asksAnew: false, asksFinished: true };
  const own = { title: awkward[3], summary: awkward[8], steps: [assessment] };
  await insertResource(portal.database, {
    title: 'A path',
    type: 'path',
    path: { order: 'free', sections: [...sections, own] },
  });
}

/** Returns every resource without the columns that a new resource gets. */
const contents = async () => {
  const text = `select to_jsonb(r) - 'id' - 'created_at' - 'updated_at' as content from resources r order by id`;
  return (await portal.database.pool.query(text)).rows;
};

const formats: { format: 'csv' | 'json'; tags: string[] }[] = [
  { format: 'csv', tags: [] },
  { format: 'json', tags: ['long'] },
];
describe.each(formats)('an exported $format file', ({ format, tags }) => {
  it('changes nothing when it is imported as it is', { tags }, async () => {
    const checked = await desk.check(await desk.export(format), `catalogue.${format}`);
    expect(await desk.problems(checked.id, 'severity=problem')).toEqual([]);
    expect(checked).toMatchObject({
      unchangedCount: awkward.length + 1,
      changedCount: 0,
      newCount: 0,
      warningCount: 0,
    });
  });

  it('gives the same resources to an empty catalogue when the ids are taken out', { tags }, async () => {
    const before = await contents();
    const text = await desk.export(format);
    await portal.database.pool.query('delete from resources');
    const anonymous = format === 'json' ? text.replaceAll(/^\{"id":\d+,/gm, '{') : text.replaceAll(/^\d+,/gm, ',');
    const checked = await desk.check(anonymous, `catalogue.${format}`);
    expect(await desk.problems(checked.id, 'severity=problem')).toEqual([]);
    expect(await desk.run(checked.id)).toMatchObject({ state: 'done', newCount: awkward.length + 1 });
    expect(await contents()).toEqual(before);
  });
});

it('an export has a mark, ends its lines as spreadsheets do, and holds nothing that they run', async () => {
  const text = await desk.export();
  expect(text.startsWith('\uFEFFid,title,description')).toBe(true);
  expect(text).toMatch(/\r\n$/);
  expect(text).not.toMatch(/[,"|\n][=+@-](?!\d*,)/);
  const answer = await (await portal.administrator()).get('/api/admin/catalogue-export');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="catalogue-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'private, no-store',
  });
});

it('PATH-04 a file carries a path with steps of every kind, and changes them', async () => {
  const { pool } = portal.database;
  const part = await insertResource(portal.database, { title: 'A part' });
  const flags = { isOptional: false, asksAnew: true, asksFinished: false };
  const path = pathOf([
    { ...flags, id: 'r', kind: 'resource', resourceId: part.id },
    { ...flags, id: 'k', kind: 'check', resourceId: part.id, isOptional: true },
    { ...flags, id: 'm', kind: 'assessment' },
    textStep('t'),
  ]);
  const { id } = await insertResource(portal.database, { title: 'A path of all', type: 'path', path });
  const stored = async () => (await pool.query('select path from resources where id = $1', [id])).rows[0]?.path;
  const rowOf = (text: string) => (JSON.parse(text) as { id: number; path: unknown }[]).filter((row) => row.id === id);
  const exported = rowOf(await desk.export('json'));
  const as = async (rows: unknown) => {
    const checked = await desk.check(JSON.stringify(rows), 'path.json');
    expect(await desk.problems(checked.id, 'severity=problem')).toEqual([]);
    return checked;
  };
  expect(await as(exported)).toMatchObject({ unchangedCount: 1, changedCount: 0 });
  await pool.query(`update resources set path = $2 where id = $1`, [id, pathOf([textStep('t')])]);
  const changed = await as(exported);
  expect(changed).toMatchObject({ unchangedCount: 0, changedCount: 1 });
  expect(await desk.run(changed.id)).toMatchObject({ state: 'done' });
  expect(await stored()).toEqual(path);
  await pool.query('delete from bundle_parts');
  await pool.query('delete from resources where id = any ($1)', [[id, part.id]]);
});

it('an empty catalogue is a file, too', async () => {
  await portal.database.pool.query('delete from resources');
  expect((await desk.export()).split('\r\n')).toHaveLength(2);
  expect(JSON.parse(await desk.export('json'))).toEqual([]);
});
