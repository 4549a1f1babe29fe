import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Import } from '#contract/imports.ts';
import { callInThread, threadPlaces } from '#server/platform/threads/threads.ts';
import type { Client } from '../support/client.ts';
import { createTestPortal, type TestPortal } from '../support/portal.ts';
import { multipartForm } from '../support/uploads.ts';
import type { Sample } from './corpus.ts';
import { largeDocuments, largeImages, largeImports, largePictures } from './large-files.ts';
import { tell } from './report.ts';
import type { SentCall } from './sender-thread.ts';
import { leastStallOf, mostStallMs } from './stalls.ts';
import { liftLimits } from './world.ts';

/** @module-tag long */

const module = new URL('./sender-thread.ts', import.meta.url);
const places = threadPlaces(1);

let portal: TestPortal;
let administrator: Client & { userId: number };
let address: string;
beforeAll(async () => {
  portal = await createTestPortal();
  await liftLimits(portal.database);
  administrator = await portal.administrator();
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => portal.close());

type Stall = { what: string; ms: number };
let stalls: Stall[] = [];

/** Measures work, which is expected to leave the loop its turns. */
async function measure(what: string, work: () => Promise<unknown>, repetitions?: number): Promise<void> {
  const ms = await leastStallOf(work, repetitions);
  stalls.push({ what, ms });
  tell(`${ms.toFixed(0)} ms ${what}`);
}

afterEach(() => {
  stalls = [];
});

const tooLong = () => stalls.filter(({ ms }) => ms > mostStallMs).map(({ what, ms }) => `${ms.toFixed(0)} ms ${what}`);

/** Makes a call as a client does, from another thread. */
async function call(client: Client, { method = 'GET', url, form }: { method?: string; url: string; form?: Sample }) {
  const cookie = Object.entries(client.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const given: SentCall = { url: `${address}${url}`, method, headers: { cookie }, bodyPath: null };
  if (form) {
    const { headers, payload } = multipartForm({ ...form, fields: {} });
    given.bodyPath = path.join(portal.blobFolder, '..', `large-${process.pid}`);
    await writeFile(given.bodyPath, payload);
    Object.assign(given.headers, headers);
  }
  return () =>
    callInThread<[SentCall], { status: number; text: string }>(module, { given: [given], limitMs: 600_000, places });
}

async function measureForm(client: Client, { method, url, form }: { method: string; url: string; form: Sample }) {
  const send = await call(client, { method, url, form });
  let answer = { status: 0, text: '' };
  await measure(`${form.name}, ${form.content.length} bytes, by ${method} ${url}`, async () => {
    answer = await send();
  });
  return answer;
}

describe('the main thread', () => {
  it('GEN-29 is not occupied for more than 50 ms by the largest upload of each kind', {
    timeout: 3_600_000,
  }, async () => {
    const answers: string[] = [];
    for (const form of [...(await largeImages()), ...(await largeDocuments())]) {
      const { status, text } = await measureForm(administrator, { method: 'POST', url: '/api/admin/upload', form });
      answers.push(`${form.name} ${status} ${text.slice(0, 80)}`);
    }
    for (const form of await largePictures()) {
      const { status } = await measureForm(administrator, { method: 'POST', url: '/api/user/picture', form });
      answers.push(`${form.name} ${status}`);
    }
    tell(...answers);
    expect(tooLong()).toEqual([]);
  });

  it('GEN-29 is not occupied for more than 50 ms by the largest file of a catalogue', {
    timeout: 3_600_000,
  }, async () => {
    for (const form of largeImports()) {
      const send = await call(administrator, { method: 'POST', url: '/api/admin/imports', form });
      let id = 0;
      await measure(`upload of ${form.name}, ${form.content.length} bytes`, async () => {
        const { status, text } = await send();
        expect([form.name, status, text]).toEqual([form.name, 201, expect.anything()]);
        ({ id } = JSON.parse(text) as Import);
        await administrator.post(`/api/admin/imports/${id}/cancel`);
      });
      await measure(`checking ${form.name}`, async () => {
        expect((await administrator.post(`/api/admin/imports/${id}/check`)).status).toBe(200);
        await portal.runJobs();
      });
      const { body } = await administrator.get<Import>(`/api/admin/imports/${id}`);
      tell(`${form.name}: ${body.state}, ${body.rowCount} rows, ${body.problemCount} problems`);
    }
    expect(tooLong()).toEqual([]);
  });
});
