import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client } from '#tests/support/client.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { seed } from '#tests/support/seed.ts';
import { multipartForm } from '#tests/support/uploads.ts';
import { badFiles } from './bad-files.ts';
import { goodFiles, type Sample } from './corpus.ts';
import { budgetMs, tell } from './report.ts';

const minutes = inject('fuzzMinutes');

let portal: TestPortal;
let administrator: Client;
beforeAll(async () => {
  // A demo, whose limits are wide enough for a run.
  portal = await createTestPortal({ DEMO: '1' });
  administrator = await portal.administrator();
});
afterAll(() => portal.close());

const send = ({ name, content }: Sample) =>
  administrator.send<{ fileUrl: string; code?: string }>({
    method: 'POST',
    url: '/api/admin/upload',
    ...multipartForm({ name, content, fields: {} }),
  });
const kept = async () => (await readdir(portal.blobFolder)).sort();
/** Selects every `step`-th file, others for each seed. */
const ofToday = (files: Sample[], step: number) => files.filter((_, index) => index % step === seed % step);

describe('files of every sort', () => {
  const expectAccepted = async (step: number) => {
    const good = await goodFiles();
    const rejected: unknown[] = [];
    for (const file of ofToday(good, step)) {
      const { status, body } = await send(file);
      if (status !== 200) rejected.push([file.name, status, body.code]);
    }
    expect(rejected).toEqual([]);
    expect(good.length).toBeGreaterThanOrEqual(60);
  };

  it('UPLOAD-02 UPLOAD-03 accepts one in eight of sixty files whose content matches their names, others each day', () =>
    expectAccepted(8));

  it('UPLOAD-02 UPLOAD-03 sixty files whose content matches their names are accepted', { tags: 'long' }, () =>
    expectAccepted(1),
  );

  const expectRejected = async (step: number) => {
    const before = await kept();
    const bad = await badFiles();
    const wrong: unknown[] = [];
    for (const file of ofToday(bad, step)) {
      const { status, body } = await send(file);
      if (status < 400 || status >= 500) wrong.push([file.name, status, body.code]);
    }
    expect(wrong).toEqual([]);
    expect(bad.length).toBeGreaterThanOrEqual(200);
    expect(await kept()).toEqual(before);
  };

  it('UPLOAD-04 UPLOAD-05 refuses one in eight of more than two hundred files with a wrong type or dangerous content, others each day, and stores nothing of them', () =>
    expectRejected(8));

  it(
    'UPLOAD-04 UPLOAD-05 more than two hundred files with a wrong type or dangerous content are refused and leave nothing behind',
    {
      tags: 'long',
    },
    () => expectRejected(1),
  );

  it('UPLOAD-05 files with some bytes changed are refused, or kept as what can be opened; nothing breaks', {
    tags: 'long',
    timeout: minutes === null ? 60_000 : minutes * 60_000,
  }, async () => {
    const startedAt = performance.now();
    const count = minutes === null ? 40 : 2500;
    const good = (await goodFiles()).filter(({ name }) => !name.endsWith('.txt'));
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 6 });
    const runs = fc.sample(fc.tuple(fc.noBias(fc.nat(good.length - 1)), flips), { seed, numRuns: count });
    const taken = { yes: 0, no: 0 };
    for (const [index, changes] of runs) {
      if (minutes !== null && performance.now() - startedAt > budgetMs(minutes, 'files')) break;
      const { name, content } = good[index] as Sample;
      const changed = Buffer.from(content);
      for (const [at, bits] of changes) changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ bits;
      const { status, body } = await send({ name, content: changed });
      expect([200, 400, 413, 415], `seed ${seed}: ${name} with ${JSON.stringify(changes)}`).toContain(status);
      taken[status === 200 ? 'yes' : 'no'] += 1;
      if (status !== 200 || !body.fileUrl.startsWith('/media/')) continue;
      const image = await administrator.get(body.fileUrl);
      expect((await sharp(image.raw).stats()).channels.length).toBeGreaterThan(0);
    }
    tell(`files, seed ${seed}: ${taken.yes + taken.no} with changed bytes, ${taken.yes} of them taken`);
  });
});
