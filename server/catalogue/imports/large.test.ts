import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileColumns } from '#contract/catalogue/catalogue.ts';
import { csvText } from '#contract/csv.ts';
import { insertProduct } from '#tests/support/factories.ts';
import { catalogueState, createImportDesk, type ImportDesk } from '#tests/support/imports.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

/** An import of 1,100 rows takes three statements or more. */
const sizes = [
  { rowCount: 1100, tags: [] },
  { rowCount: 10_000, tags: ['long'] },
];
const words = 'care harbour ledger orchard signal meadow lantern bridge copper willow river anchor'.split(' ');
const textOf = (index: number, count: number) =>
  Array.from(
    { length: count },
    (_, place) => `${words[(index * 7 + place * 5) % words.length]}${(index + place) % 97}`,
  ).join(' ');

/**
 * Returns a valid row; its kind depends on the index. Every third description has two lines, so that lines and rows
 * differ.
 */
function goodRow(index: number, productId: number): Record<string, string> {
  const access = ['free', 'purchase', 'subscription'][index % 3] ?? 'free';
  return {
    title: `Number ${index}: ${textOf(index, 3)}`,
    description: index % 3 === 0 ? `${textOf(index, 12)}\n${textOf(index + 1, 12)}` : textOf(index, 25),
    type: ['report', 'book', 'online_tool', 'insight'][index % 4] ?? 'report',
    accessType: access,
    price: access === 'purchase' ? `${1 + (index % 90)}.99` : '',
    monthlyPrice: access === 'subscription' ? '9.99' : '',
    onlineProductId: index % 4 === 2 ? String(productId) : '',
    tags: `${words[index % 12]}|tag ${index % 50}`,
    roleAffiliations: 'executive_leader|policy_lead',
    rappPrinciples: 'responsible|adaptive',
    rappImplementationPhase: 'phase_2_design_plan',
    isPublished: index % 5 === 0 ? 'false' : 'true',
  };
}

/** Faults of a row, with the expected report. */
const faults: [fields: Record<string, string>, field: string, sentence: string][] = [
  [{ title: '' }, 'title', 'Title is required'],
  [{ type: 'poster' }, 'type', 'Choose one of the resource types'],
  [{ accessType: 'gratis' }, 'accessType', 'Choose one of the access types'],
  [{ price: 'ten' }, 'price', 'Price must be an amount of zero or more'],
  [{ monthlyPrice: '1.999' }, 'monthlyPrice', 'Monthly price may have at most 2 decimals'],
  [{ estimatedDuration: '-5' }, 'estimatedDuration', 'Estimated duration must be a whole number of minutes'],
  [{ onlineProductId: '999999' }, 'onlineProductId', 'Please select an online product'],
  [
    { thumbnailUrl: 'http://example.org/a.png' },
    'thumbnailUrl',
    'Thumbnail must be an https address or an uploaded file.',
  ],
  [{ fileUrl: '/api/files/none' }, 'fileUrl', 'This file was not uploaded to this portal. Upload it, then save again.'],
  [{ roleAffiliations: 'executive_leader|boss' }, 'roleAffiliations', 'A target role is not known'],
  [{ isPublished: 'maybe' }, 'isPublished', 'isPublished must be true or false'],
];

/** Each row has another unknown id, because an id is reported once. */
const lost = (index: number): (typeof faults)[number] => [{ id: String(900_000 + index) }, 'id', 'Resource not found'];

type Planted = { text: string; expected: [line: number, field: string, sentence: string][] };

function fileOf(productId: number, size: number, everyFault: number): Planted {
  const expected: Planted['expected'] = [];
  const lines: string[] = [csvText([fileColumns])];
  let line = 2;
  for (let index = 0; index < size; index += 1) {
    const turn = Math.floor(index / everyFault);
    const isPlanted = everyFault > 0 && index % everyFault === everyFault - 1;
    const fault = isPlanted ? (faults[turn % (faults.length + 1)] ?? lost(index)) : undefined;
    const row = { ...goodRow(index, productId), ...fault?.[0] };
    if (fault) expected.push([line, fault[1], fault[2]]);
    const cells = fileColumns.map((column) => row[column] ?? '');
    lines.push(csvText([cells]));
    line += cells.join('').split('\n').length;
  }
  return { text: lines.join(''), expected };
}

describe.each(sizes)('a file of $rowCount rows', ({ rowCount, tags }) => {
  const size = rowCount.toLocaleString('en-GB');
  // Each size has a portal, because resources of another size would be known titles, and would be counted.
  let portal: TestPortal;
  let desk: ImportDesk;
  beforeAll(async () => {
    portal = await createTestPortal();
    desk = createImportDesk(portal, await portal.administrator());
  });
  afterAll(() => portal.close());

  it(`reports ${size} rows with planted errors exactly, by line and field, and changes nothing`, {
    tags: 'long',
  }, async () => {
    const { id } = await insertProduct(portal.database);
    const { text, expected } = fileOf(id, rowCount, 83);
    const before = await catalogueState(portal);
    const checked = await desk.check(text);
    expect(checked).toMatchObject({
      state: 'checked',
      rowCount,
      problemCount: expected.length,
      warningCount: 0,
    });
    expect(checked.newCount).toBe(rowCount - expected.length);
    const found = await desk.problems(checked.id);
    expect(found.map(({ line, field, sentence }) => [line, field, sentence])).toEqual(expected);
    expect(await catalogueState(portal)).toEqual(before);
  });

  it(`${size} good rows are all there afterwards, found and counted`, { tags }, async () => {
    const { id } = await insertProduct(portal.database);
    const checked = await desk.check(fileOf(id, rowCount, 0).text);
    expect(checked).toMatchObject({ newCount: rowCount, problemCount: 0 });
    expect(await desk.run(checked.id)).toMatchObject({
      state: 'done',
      progress: { done: rowCount, total: rowCount },
    });
    const { rows } = await portal.database.pool.query(
      `select (select count(*) from resources) as resources, (select sum(resources) from resource_counts) as listed,
       (select count(*) from audit_log where object = 'resource') as audited,
       (select count(*) from search_words) > 100 as "hasWords"`,
    );
    expect(rows).toEqual([{ resources: rowCount, listed: rowCount * 0.8, audited: rowCount, hasWords: true }]);
    await portal.database.pool.query('delete from graphile_worker._private_jobs');
  });
});
