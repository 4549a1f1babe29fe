import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { RoundSheet } from '#contract/learning/assessment-rounds.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { listReads, readOf } from '#tests/support/api-reads.ts';
import { insertProduct, insertResource } from '#tests/support/factories.ts';
import type { Person } from '#tests/support/organisations.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { allAt, measuringOrganisation } from '#tests/support/rounds.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ DEMO_LIMIT_FACTOR: '1000' });
});
afterAll(() => portal.close());

/** Returns the content of an evidence pack that is about people; the pack itself differs by its time of creation. */
async function evidenceIn(archive: Buffer): Promise<unknown> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true });
  const said: Record<string, unknown> = {};
  for await (const { fileName } of zip.eachEntry()) said[fileName] = null;
  const again = await fromBufferPromise(archive, { lazyEntries: true });
  for await (const entry of again.eachEntry()) {
    const text = async () => (await buffer(await again.openReadStreamPromise(entry))).toString();
    if (entry.fileName === 'people.csv') said[entry.fileName] = await text();
    if (entry.fileName === 'completions.json') said[entry.fileName] = JSON.parse(await text()).completions;
  }
  return said;
}

/** Answers the readiness assessment outside any round. */
async function answerAlone(person: Person, resourceId: number, startedAt: string, answers: object): Promise<void> {
  const form = { resourceId, contentVersion: usualContent.version, startedAt, answers };
  expect((await person.post('/api/assessment/attempts', form)).status).toBe(200);
}

it('TEAM-02 ORG-10 shows owners and managers the same whatever one person answered', {
  tags: 'long',
}, async () => {
  const organisation = await measuringOrganisation(portal, 6);
  const { manager, owner, people, start, answer, hold, rounds } = organisation;
  const [person] = people as [Person];
  const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
  const product = await insertProduct(portal.database, { configuration });
  const tool = await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id });
  await answerAlone(person, tool.id, '2026-01-01T00:00:00.000Z', allAt('initial'));
  await hold(people);
  const { id } = await start();
  for (const one of people) await answer(one, id, allAt('initial'));

  const ids = { organisation: organisation.id, round: id, person: person.userId };
  const reads = (await listReads(portal)).map((path) => readOf(path, ids));
  const readAll = async () => {
    const replies = new Map<string, unknown>();
    for (const [name, reader] of Object.entries({ manager, owner })) {
      for (const url of reads) {
        const { status, raw, headers } = await reader.get(url);
        const isZip = headers['content-type'] === 'application/zip';
        // A list of changes says until which moment it was read.
        const said = raw.toString('latin1').replace(/"syncedUntil":"[^"]*"/, '');
        replies.set(`${status} ${name} ${url}`, isZip ? await evidenceIn(raw) : said);
      }
    }
    return replies;
  };
  const before = await readAll();
  // Most reads of an organisation succeed; those of results are rejected while the round is open.
  const answered = [...before.keys()].filter((read) => /^200 manager .*organisations/.test(read));
  expect(answered.length).toBeGreaterThanOrEqual(8);
  expect((await answer(person, id, allAt('advanced'))).status).toBe(200);
  await answerAlone(person, tool.id, '2026-01-02T00:00:00.000Z', allAt('advanced'));
  expect(await readAll()).toEqual(before);
  expect((await person.get<RoundSheet>(`${rounds}/${id}/answers`)).body.answers).toEqual(allAt('advanced'));
});
