import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import { catalogueState, createImportDesk, type ImportDesk } from '#tests/support/imports.ts';
import { makeKey, Program } from '#tests/support/keys.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { importTasks } from './feature.ts';

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

describe('an import', () => {
  it('ADM-34 an import of a file that a program sent names its key in every entry', async () => {
    const { key, token } = await makeKey(administrator, '/api/admin/keys', ['admin:catalogue']);
    const ofProgram = createImportDesk(portal, new Program(portal.app, token));
    await ofProgram.run((await ofProgram.check(two)).id);
    const log = await rows('select action, key_id from audit_log where object in ($1, $2) order by id desc limit 5', [
      'resource',
      'catalogue',
    ]);
    expect(log.map(({ action, key_id: id }) => [action, id])).toEqual(
      ['import', 'create', 'create', 'start', 'upload'].map((action) => [action, key.id]),
    );
  });

  it('adds and changes what the check said, once, with its lines in the audit log and one new version', async () => {
    const known = await insertResource(portal.database, { title: 'Known', tags: ['kept'], price_minor: 500 });
    const same = await insertResource(portal.database, { title: 'Same' });
    const [{ version }] = await rows('select version from catalogue_version');
    const checked = await desk.check(
      `${two}${known.id},Renamed,What was found out.,report,free,,\n${same.id},Same,What was found out.,report,free,,true\n`,
    );
    expect(checked).toMatchObject({ newCount: 2, changedCount: 1, unchangedCount: 1, problemCount: 0 });
    const done = await desk.run(checked.id);
    expect(done).toMatchObject({ state: 'done', progress: { done: 3, total: 3 }, hasFile: false });
    expect(await readdir(portal.blobFolder)).toEqual([]);
    expect(await rows('select title, price_minor, tags, is_published from resources order by id')).toEqual([
      // A blank cell clears a price, a missing column keeps the tags, and a blank cell leaves the resource published.
      { title: 'Renamed', price_minor: null, tags: ['kept'], is_published: true },
      { title: 'Same', price_minor: null, tags: [], is_published: true },
      { title: 'One', price_minor: 1999, tags: [], is_published: true },
      { title: 'Two', price_minor: null, tags: [], is_published: false },
    ]);
    expect(await rows('select version from catalogue_version')).toEqual([{ version: version + 1 }]);
    const log = await rows(
      `select action, object, actor_user_id is not null as named from audit_log order by id desc limit 4`,
    );
    expect(log.map(({ action, object }) => `${action} ${object}`).sort()).toEqual([
      'create resource',
      'create resource',
      'import catalogue',
      'update resource',
    ]);
    expect(log.every(({ named }) => named)).toBe(true);
    const { body } = await administrator.get<{ title: string }[]>('/api/resources?search=renamed');
    expect(body.map(({ title }) => title)).toEqual(['Renamed']);
    expect((await post(checked.id, 'run')).body).toMatchObject({ code: 'imports.finished' });
    expect((await post(checked.id, 'cancel')).status).toBe(409);
  });

  it('BUNDLE-02 BUNDLE-05 keeps the parts of a bundle, and unpublishes nothing that a bundle sells', {
    tags: 'long',
  }, async () => {
    const [first, second] = [await insertResource(portal.database), await insertResource(portal.database)];
    const form = { type: 'bundle', accessType: 'purchase', title: 'Set', description: 'Both.', price: 20 };
    const parts = { partIds: [second.id, first.id], isPublished: true };
    const { body: bundle } = await administrator.post<{ id: number }>('/api/admin/resources', { ...form, ...parts });
    const problemsOf = async (file: string) =>
      (await desk.problems((await desk.check(file)).id)).map(({ line, field, sentence }) => [line, field, sentence]);
    expect(await problemsOf(`id,isPublished\n${first.id},false\n`)).toEqual([
      [2, 'isPublished', 'The bundle “Set” sells this resource. Take it out of the bundle first.'],
    ]);
    const another = 'Another,Both.,bundle,purchase,9,true';
    expect(await problemsOf(`title,description,type,accessType,price,isPublished\n${another}\n`)).toEqual([
      [2, 'type', 'Choose at least 2 parts before you publish the bundle'],
    ]);
    const checked = await desk.check(`id,title,price\n${bundle.id},Set,25\n`);
    expect((await desk.run(checked.id)).state).toBe('done');
    const kept = await rows('select resource_id, position, removed_at from bundle_parts order by position');
    expect(kept).toEqual([
      { resource_id: second.id, position: 1, removed_at: null },
      { resource_id: first.id, position: 2, removed_at: null },
    ]);
    await portal.database.pool.query('delete from bundle_parts');
  });

  it('lets the payment provider know of what it publishes for subscribers, and of nothing else', async () => {
    const lines = ['A,x,report,subscription,9.99,true', 'B,x,report,subscription,9.99,false', 'C,x,report,free,,true'];
    const checked = await desk.check(
      `title,description,type,accessType,monthlyPrice,isPublished\n${lines.join('\n')}\n`,
    );
    expect((await desk.run(checked.id)).state).toBe('done');
    const [{ id }] = await rows(`select id from resources where title = 'A'`);
    const jobs = await rows(
      `select key, priority from graphile_worker.jobs where task_identifier = 'make-stripe-prices'`,
    );
    expect(jobs).toEqual([{ key: `stripe-prices:${id}`, priority: 10 }]);
    await portal.database.pool.query('delete from graphile_worker._private_jobs');
  });

  it('changes nothing at all when the database refuses its last row', async () => {
    const product = await insertProduct(portal.database);
    const tool = `,Tool,x,online_tool,free,${product.id}`;
    const filler = Array.from({ length: 600 }, (_, index) => `,Filler ${index},x,report,free,`).join('\n');
    const checked = await desk.check(`id,title,description,type,accessType,onlineProductId\n${filler}\n${tool}\n`);
    expect(checked).toMatchObject({ newCount: 601, problemCount: 0 });
    await portal.database.pool.query('delete from online_products where id = $1', [product.id]);
    const before = await catalogueState(portal);
    expect(await desk.run(checked.id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/refused a row/),
    });
    expect(await catalogueState(portal)).toEqual(before);
    expect((await post(checked.id, 'check')).body).toMatchObject({ state: 'checking' });
    await portal.runJobs();
    expect((await desk.problems(checked.id)).map(({ line, field }) => [line, field])).toEqual([
      [602, 'onlineProductId'],
    ]);
  });

  it('changes nothing when a resource has been changed or withdrawn since the check, and says which', async () => {
    const first = await insertResource(portal.database, { title: 'First' });
    const second = await insertResource(portal.database, { title: 'Second' });
    const checked = await desk.check(`id,title\n${first.id},First!\n${second.id},Second!\n,`);
    expect(checked.problemCount).toBe(0);
    await administrator.patch(`/api/admin/resources/${second.id}`, { price: '3.50' });
    const before = await catalogueState(portal);
    expect(await desk.run(checked.id)).toMatchObject({
      state: 'failed',
      problemCount: 1,
      failure: expect.stringMatching(/Check it again/),
    });
    expect(await desk.problems(checked.id)).toMatchObject([{ line: 3, field: 'id', value: String(second.id) }]);
    expect(await catalogueState(portal)).toEqual(before);
    await post(checked.id, 'check');
    await portal.runJobs();
    expect(await desk.run(checked.id)).toMatchObject({ state: 'done', changedCount: 2 });
    expect(await rows('select title, price_minor from resources order by id')).toEqual([
      { title: 'First!', price_minor: null },
      { title: 'Second!', price_minor: 350 },
    ]);
  });
});

describe('a node that goes away', () => {
  it('leaves nothing half, and another one takes the import up', { tags: 'long' }, async () => {
    const checked = await desk.check(two);
    await portal.database.owner.query(
      `create function break_off() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
       create trigger break_off after insert on audit_log for each row when (new.action = 'import') execute function break_off()`,
    );
    const before = await catalogueState(portal);
    expect(await desk.run(checked.id)).toMatchObject({ state: 'importing' });
    expect(await catalogueState(portal)).toEqual(before);
    expect((await desk.send(two)).body).toMatchObject({ code: 'imports.running' });
    await portal.database.owner.query('drop trigger break_off on audit_log; drop function break_off');
    // Simulates the end of a node that had claimed the job.
    await portal.database.pool.query(`delete from graphile_worker._private_jobs`);
    await portal.database.pool.query(`update catalogue_imports set touched_at = now() - interval '2 minutes'`);
    await portal.database.pool.query(`select graphile_worker.add_job('resume-catalogue-imports')`);
    await portal.runJobs();
    expect(await desk.read(checked.id)).toMatchObject({ state: 'done' });
    expect(await rows('select count(*) from resources')).toEqual([{ count: 2 }]);
  });

  it('OPS-24 gives its job to another one when it stops, without a trace of what it had written', {
    tags: 'long',
  }, async () => {
    const { database, dependencies } = portal;
    const tasks = importTasks(database, {
      blobs: dependencies.blobs,
      currency: 'GBP',
      isAssessmentPublic: async () => true,
    });
    const stopping = AbortSignal.abort(new Error('The node stops'));
    const attempt = (name: 'check-catalogue-import' | 'run-catalogue-import', importId: number) =>
      tasks[name]?.({ importId }, { attempt: 5, isLast: true, stopping });
    const { body } = await desk.send(two);
    await attempt('check-catalogue-import', body.id);
    expect(await desk.read(body.id)).toMatchObject({ state: 'checking' });
    await portal.runJobs();
    expect(await desk.read(body.id)).toMatchObject({ state: 'checked', newCount: 2 });

    await post(body.id, 'run');
    await attempt('run-catalogue-import', body.id);
    expect(await desk.read(body.id)).toMatchObject({ state: 'importing' });
    expect(await rows('select from resources')).toEqual([]);
    await portal.runJobs();
    expect(await desk.read(body.id)).toMatchObject({ state: 'done' });
    expect(await rows('select from resources')).toHaveLength(2);
    // The attempt stopped because no work was left.
    await attempt('run-catalogue-import', body.id);
    expect(await desk.read(body.id)).toMatchObject({ state: 'done' });
  });

  it('finds nothing of an import that was cancelled while it was written', { tags: 'long' }, async () => {
    const checked = await desk.check(two);
    await portal.database.owner.query(
      `create function cancel_it() returns trigger language plpgsql as $$ begin
         update catalogue_imports set state = 'cancelled', run = null; return null; end $$;
       create trigger cancel_it after insert on audit_log for each row when (new.action = 'import') execute function cancel_it()`,
    );
    const before = await catalogueState(portal);
    await post(checked.id, 'run');
    await portal.runJobs();
    await portal.database.owner.query('drop trigger cancel_it on audit_log; drop function cancel_it');
    expect(await catalogueState(portal)).toEqual(before);
  });
});
