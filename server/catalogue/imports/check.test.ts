import { readdir, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { templateText } from '#contract/catalogue/publishing-columns.ts';
import type { Client } from '#tests/support/client.ts';
import { insertResource } from '#tests/support/factories.ts';
import { catalogueState, createImportDesk, type ImportDesk } from '#tests/support/imports.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { multipartForm } from '#tests/support/uploads.ts';

let portal: TestPortal;
let administrator: Client;
let desk: ImportDesk;
beforeAll(async () => {
  portal = await createTestPortal();
  administrator = await portal.administrator();
  desk = createImportDesk(portal, administrator);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.database.pool.query('delete from catalogue_imports; delete from resources');
  for (const name of await readdir(portal.blobFolder)) await rm(path.join(portal.blobFolder, name));
});

const rows = async (text: string, values: unknown[] = []) => (await portal.database.pool.query(text, values)).rows;
const post = (id: number, step: string) => administrator.post(`/api/admin/imports/${id}/${step}`);
const head = 'id,title,description,type,accessType,price,isPublished';
const two = `${head}\n,One,About one,report,purchase,19.99,true\n,Two,About two,book,free,,\n`;

describe('who and what is refused', () => {
  it('PERM-02 GEN-14 refuses an import by visitors and members, who change nothing and leave no file', async () => {
    const before = [await catalogueState(portal), await readdir(portal.blobFolder)];
    const form = multipartForm({ name: 'a.csv', content: Buffer.from(two), fields: {} });
    for (const [client, status] of [
      [portal.visitor(), 401],
      [await portal.member(), 403],
    ] as const) {
      const upload = await client.send({ method: 'POST', url: '/api/admin/imports', ...form });
      const answers = [upload, await client.get('/api/admin/catalogue-export'), await client.get('/api/admin/imports')];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    }
    expect([await catalogueState(portal), await readdir(portal.blobFolder)]).toEqual(before);
    expect(await rows('select from catalogue_imports')).toEqual([]);
  });

  it('refuses to import files of other types, empty ones, too large ones, forms without any', async () => {
    const before = await readdir(portal.blobFolder);
    expect([(await desk.send(two, 'catalogue.xlsx')).status, (await desk.send('', 'a.csv')).status]).toEqual([
      415, 400,
    ]);
    const large = await desk.send(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'));
    expect([large.status, large.body]).toEqual([413, expect.objectContaining({ code: 'files.too-large' })]);
    expect((await administrator.post('/api/admin/imports', {})).status).toBe(400);
    expect(await readdir(portal.blobFolder)).toEqual(before);
  });

  it('refuses a second file while one is being checked, and unknown imports', async () => {
    const { body } = await desk.send(two);
    expect((await desk.send(two)).body).toMatchObject({ code: 'imports.running' });
    expect((await post(body.id, 'run')).body).toMatchObject({ code: 'imports.not-ready' });
    for (const step of ['run', 'check', 'cancel']) expect((await post(999_999, step)).status).toBe(404);
    expect((await administrator.get('/api/admin/imports/999999/report')).status).toBe(404);
    expect((await post(body.id, 'cancel')).body).toMatchObject({ state: 'cancelled' });
    await portal.runJobs();
    expect(await desk.read(body.id)).toMatchObject({ state: 'cancelled', rowCount: 0 });
    expect((await post(body.id, 'run')).body).toMatchObject({ code: 'imports.finished' });
  });
});

describe('a check', () => {
  it('refuses an id that is no whole number as people write one', async () => {
    await insertResource(portal.database, { title: 'Known' });
    const ids = ['1e1', '0x1', '1.0', '+1', ' 987654 '];
    const { id } = await desk.check(`${head}\n${ids.map((one) => `"${one}",A,x,report,free,,`).join('\n')}\n`);
    const found = (await desk.problems(id)).filter(({ field }) => field === 'id');
    expect(found.map(({ value, sentence }) => [value, sentence])).toEqual([
      ...ids.slice(0, 4).map((one) => [one, 'The id must be a whole number']),
      ['987654', 'Resource not found'],
    ]);
  });

  it('closes the file when it ends early: at a fault, at too many rows, or because the check was stopped', {
    tags: 'long',
  }, async () => {
    const openFiles = async () => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
      );
      return links.filter((link) => link.startsWith(portal.blobFolder));
    };
    const rows = Array.from({ length: 40_000 }, (_, index) => `,A title of some length ${index},x,report,free,,`);
    for (const content of [
      `title,title\n${rows.join('\n')}`,
      `${head}\n${rows.join('\n')}`,
      `${head}\n,"A"x\n${rows.join('\n')}`,
    ]) {
      const checked = await desk.check(content);
      expect(checked.state).toBe('checked');
      expect(await openFiles()).toEqual([]);
    }
  });

  it('reports every problem by line and field in the words of the forms, and changes nothing', async () => {
    const { id } = await insertResource(portal.database, { title: 'Known' });
    const before = await catalogueState(portal);
    const lines = [
      head,
      ',"A title\nof two lines",x,report,purchase,,true',
      ',,,poster,free,1.999,maybe',
      `${id},Known,"changed",report,free,,`,
      `${id},Again,x,report,free,,`,
      '987654,Lost,x,report,free,,',
      'x,Wrong id,x,online_tool,free,,',
      ',Known,same title,report,free,,',
      ',"too",many,report,free,,true,cells',
    ];
    const checked = await desk.check(lines.join('\n'));
    expect(checked).toMatchObject({ state: 'checked', rowCount: 8, newCount: 1, changedCount: 1, unchangedCount: 0 });
    const found = (await desk.problems(checked.id)).map(({ line, field, sentence }) => [line, field, sentence]);
    expect(found).toEqual([
      [2, 'price', 'A resource for purchase needs a price of at least £0.30 before it can be published.'],
      [4, 'type', 'Choose one of the resource types'],
      [4, 'title', 'Title is required'],
      [4, 'description', 'Description is required'],
      [4, 'isPublished', 'isPublished must be true or false'],
      [4, 'price', 'Price may have at most 2 decimals'],
      [6, 'id', `Line 5 already has this id.`],
      [7, 'id', 'Resource not found'],
      [8, 'id', 'The id must be a whole number'],
      [8, 'onlineProductId', 'Please select an online product'],
      [9, 'title', 'Line 5 already has this title.'],
      [10, '', expect.stringMatching(/^This row has more cells/)],
    ]);
    expect([checked.problemCount, checked.warningCount]).toEqual([11, 1]);
    expect((await post(checked.id, 'run')).body).toMatchObject({ code: 'imports.not-ready' });
    expect(await catalogueState(portal)).toEqual(before);
  });

  it('a check is listed in pages and filtered, and as a CSV file without formulas', async () => {
    const { id } = await desk.check(`${head},Shelf\n,=1+1,,report,free,,,\n,Two,x,report,gratis,,,\n`);
    expect((await desk.problems(id, 'severity=warning')).map(({ value }) => value)).toEqual(['Shelf']);
    expect((await desk.problems(id, 'field=accessType')).map(({ line }) => line)).toEqual([3]);
    const page = await administrator.get(`/api/admin/imports/${id}/problems?page=2&pageSize=1`);
    expect([page.headers['x-total-count'], page.body]).toEqual(['3', [expect.objectContaining({ line: 2 })]]);
    const report = await administrator.get(`/api/admin/imports/${id}/report`);
    expect(report.headers['content-disposition']).toBe(`attachment; filename="import-${id}-report.csv"`);
    expect(report.raw.toString().split('\r\n')).toEqual([
      '\uFEFFLine,Field,Value,Kind,What is wrong',
      '1,,Shelf,warning,"This column is not known, so it is ignored."',
      '2,description,,problem,Description is required',
      '3,accessType,gratis,problem,Choose one of the access types',
      '',
    ]);
  });

  it('says so when a file cannot be read, or has no rows, or too many', { tags: 'long' }, async () => {
    const tellOf = async (content: string | Buffer, name?: string) => {
      const { id, state, problemCount } = await desk.check(content, name);
      return [state, problemCount, (await desk.problems(id)).at(-1)?.sentence];
    };
    expect(await tellOf(Buffer.from(`${head}\n,Über,x,report,free,,`, 'latin1'))).toEqual([
      'checked',
      1,
      expect.stringMatching(/UTF-8/),
    ]);
    expect(await tellOf(`${head}\n`)).toEqual(['checked', 1, 'The file has no rows.']);
    expect(await tellOf('[]', 'a.json')).toEqual(['checked', 1, 'The file has no rows.']);
    expect(await tellOf(`${head}\n\n,a\n"`)).toEqual(['checked', 4, expect.stringMatching(/^A quotation mark/)]);
  });

  it('GEN-29 refuses rows and runs of empty lines as large as a file, and reads the rest', {
    tags: 'long',
  }, async () => {
    const long = `${head}\n,"${'a'.repeat(1_000_001)}",x,report,free,,\n,Short,x,report,free,,\n`;
    const checked = await desk.check(long);
    expect(checked).toMatchObject({ rowCount: 2, newCount: 1, problemCount: 1 });
    expect((await desk.problems(checked.id))[0]).toMatchObject({
      line: 2,
      sentence: 'This row has more than 1,000,000 characters. Please shorten it.',
    });
    const empty = await desk.check(`${head}\n,One,x,report,free,,\n${'\n'.repeat(100_001)},Two,x,report,free,,\n`);
    expect(empty).toMatchObject({ rowCount: 1, problemCount: 1 });
    expect((await desk.problems(empty.id))[0]?.sentence).toBe(
      'A file may have at most 100,000 empty lines. Please remove them.',
    );
  });

  it('finds nothing wrong with the template', async () => {
    expect(await desk.check(templateText())).toMatchObject({
      rowCount: 1,
      newCount: 1,
      problemCount: 0,
      warningCount: 0,
    });
  });
});

it('removes files without a decision after a week, and cancels their imports', async () => {
  const { id } = await desk.check(two);
  await portal.database.pool.query(`update catalogue_imports set created_at = now() - interval '8 days'`);
  await portal.database.pool.query(`select graphile_worker.add_job('remove-catalogue-imports')`);
  await portal.runJobs();
  expect(await desk.read(id)).toMatchObject({ state: 'cancelled', hasFile: false });
  expect(await readdir(portal.blobFolder)).toEqual([]);
  expect((await post(id, 'check')).body).toMatchObject({ code: 'imports.file-deleted' });
  const { headers, body } = await administrator.get<{ id: number }[]>('/api/admin/imports');
  expect([headers['x-total-count'], body.map((one) => one.id)]).toEqual(['1', [id]]);
});
