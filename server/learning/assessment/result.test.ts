import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssessmentLevel } from '#contract/catalogue/assessment-content.ts';
import type { AssessmentResult } from '#contract/learning/assessment.ts';
import { usualContent } from '#server/catalogue/content/rules.ts';
import { printInThread } from '#server/platform/files/print-in-thread.ts';
import type { Client } from '#tests/support/client.ts';
import { insertProduct, insertPurchase, insertResource, updateResource } from '#tests/support/factories.ts';
import { pathOf, textStep } from '#tests/support/paths.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';
import { questionsOf } from './rules.ts';

const content = usualContent.assessment;
const all = (level: AssessmentLevel) => Object.fromEntries(questionsOf(content).map(({ id }) => [id, level]));

let portal: TestPortal;
let member: Client & { userId: number };
let resourceId: number;
beforeAll(async () => {
  portal = await createTestPortal();
  member = await portal.member();
  const configuration = JSON.stringify({ toolUrl: '/tools/responsible-ai-assessment' });
  const product = await insertProduct(portal.database, { configuration });
  resourceId = (await insertResource(portal.database, { type: 'online_tool', online_product_id: product.id })).id;
});
afterAll(() => portal.close());

let runs = 0;
async function attempt(answers: Record<string, string>, fields: object = {}): Promise<number> {
  runs += 1;
  const startedAt = new Date(Date.UTC(2026, 0, runs)).toISOString();
  const body = { resourceId, contentVersion: content.version, startedAt, answers, ...fields };
  const answer = await member.post<{ id: number }>('/api/assessment/attempts', body);
  expect(answer.status).toBe(200);
  return answer.body.id;
}
const resultOf = async (id: number) => (await member.get<AssessmentResult>(`/api/assessment/attempts/${id}`)).body;

describe('what helps with an action', () => {
  it('PATH-05 suggests published resources, paths too, with the tags of an action, says why each is open, and puts free ones before those for sale', async () => {
    // The tags of action LV-I-1: purpose_driven, phase 1, executive leader.
    const tags = {
      rapp_principles: ['purpose_driven'],
      rapp_implementation_phase: ['phase_1_discover_assess'],
      role_affiliations: ['executive_leader'],
    };
    const add = async (title: string, fields: Parameters<typeof insertResource>[1] = {}) =>
      (await insertResource(portal.database, { title, ...tags, ...fields })).id;
    const sold = await add('A sold one', { access_type: 'purchase', price_minor: 500 });
    const plan = await add('A subscription', { access_type: 'subscription', monthly_price_minor: 900 });
    const owned = await add('Z owned one', { access_type: 'purchase', price_minor: 90_000 });
    const free = await add('Z free path', { type: 'path', path: pathOf([textStep('a')]) });
    await add('Draft', { is_published: false });
    await add('For others', { role_affiliations: ['project_manager'] });
    await updateResource(portal.database, resourceId, tags);
    await insertPurchase(portal.database, { userId: member.userId, resourceId: owned });
    const id = await attempt(all('initial'));
    const action = (await resultOf(id)).actions.find((one) => one.id === 'LV-I-1');
    expect(action?.fit).toBe('principle-phase-role');
    expect(action?.resources.map((one) => [one.id, one.cost])).toEqual([
      [owned, 'owned'],
      [free, 'free'],
      [sold, 'price'],
      [plan, 'price'],
    ]);
    // A change of the catalogue shows at once.
    await updateResource(portal.database, free, { is_published: false });
    const later = (await resultOf(id)).actions.find((one) => one.id === 'LV-I-1');
    expect(later?.resources.map((one) => one.id)).toEqual([owned, sold, plan]);
  });
});

describe('the report', () => {
  it('OUT-03 the report is a tagged PDF with summary, sections, actions, method and limits', {
    tags: 'long',
  }, async () => {
    const id = await attempt({ ...all('developing'), risk_management: 'initial' }, { scope: 'Care Ωmega 李' });
    const answer = await member.get(`/api/assessment/attempts/${id}/report`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="readiness-assessment-.*\.pdf"$/);
    const pdf = await getDocument({ data: new Uint8Array(answer.raw) }).promise;
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      expect(await page.getStructTree()).not.toBeNull();
    }
    const text = await textOfPdf(answer.raw);
    for (const part of [
      'Overall: Emerging, 61%',
      'Held back by AI risk and impact management',
      'It is not legal advice, an audit or a certificate.',
      'The twelve answers',
      'Governance and accountability',
      'Start here',
      'Owner',
      'Method and limits',
      'Harbour Trust',
      'Scope: Care Ωmega 李',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Draft');
  });

  it('PLAN-08 the report names owners, days and resources with links, and each part of a table has its head', async () => {
    const resource = await insertResource(portal.database, {
      title: 'A register to begin with',
      access_type: 'free',
      rapp_principles: ['purpose_driven'],
      rapp_implementation_phase: ['phase_1_discover_assess'],
      role_affiliations: ['executive_leader'],
    });
    const id = await attempt(all('initial'));
    const { actions } = await resultOf(id);
    const helped = actions.find((action) => action.resources.some((one) => one.id === resource.id));
    await member.put(`/api/assessment/attempts/${id}/actions/${helped?.id}`, {
      isDone: false,
      owner: 'Mira Tollander',
      dueOn: '2027-03-09',
    });
    const { raw } = await member.get(`/api/assessment/attempts/${id}/report`);
    const text = await textOfPdf(raw);
    for (const part of ['Mira Tollander', '09/03/2027', 'A register to begin with']) expect(text).toContain(part);
    const pdf = await getDocument({ data: new Uint8Array(raw) }).promise;
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
    const links = (await Promise.all(pages.map((page) => page.getAnnotations()))).flat();
    const addresses = links.map(({ url }) => url);
    expect(addresses).toContainEqual(expect.stringMatching(new RegExp(`^https?://[^/]+/resource/${resource.id}$`)));
    const wordsOf = async (page: (typeof pages)[number]) =>
      (await page.getTextContent()).items.flatMap((item) => ('str' in item ? item.str.trim() : []));
    const words = await Promise.all(pages.map(wordsOf));
    const first = words.findIndex((page) => page.includes('Actions'));
    const after = words.findIndex((page) => page.includes('Method and limits'));
    expect(after - first).toBeGreaterThan(1);
    for (const page of words.slice(first, after)) expect(page).toContain('Resources');
  });

  it('the report is asked for without being made by a look at its headers', async () => {
    const id = await attempt(all('initial'));
    const url = `/api/assessment/attempts/${id}/report`;
    const head = await portal.app.inject({ method: 'HEAD', url, cookies: member.cookies });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  });

  it('GEN-30 a report waits in line for the one place where PDFs are made; one that meets a full line is refused with 503 and Retry-After', {
    tags: 'long',
  }, async () => {
    const id = await attempt(all('initial'));
    const getReport = () => member.get(`/api/assessment/attempts/${id}/report`);
    const example = new URL('../../platform/threads/threads-example.ts', import.meta.url);
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const holder = printInThread(example, 'hold', gate).catch(() => null);
    // These leave room for one more in the queue. A function cannot be copied to a thread, so each fails when its turn
    // comes.
    const line = Array.from({ length: 49 }, () => printInThread(example, () => {}).catch(() => null));
    const reports = [getReport(), getReport()];
    const first = await Promise.race(reports);
    expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([503, 'request.busy', '30']);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    const statuses = (await Promise.all(reports)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 503]);
    await Promise.all([holder, ...line]);
  });
});
