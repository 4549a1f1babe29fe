import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createTestPortal, type TestPortal } from '#tests/support/portal.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/incidents');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** Form of each rule: an expression on its line or on the following ones, a duration, a severity, and its page. */
const form =
  /^(Portal[A-Za-z]+)\n {8}expr: (.+(?:\n {10}.+)*)\n {8}for: \d+m\n {8}labels: \{ severity: (?:page|ticket) \}\n {8}annotations:\n {10}summary: ".+"\n {10}runbook: (\S+)\s*$/;
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const rules = read('alerts.yaml')
  .split('      - alert: ')
  .slice(1)
  .map((text) => {
    const [, alert = '', expr = '', runbook = ''] = form.exec(text) ?? [];
    return { alert, expr, runbook };
  });
const { panels } = Dashboard.parse(JSON.parse(read('dashboard.json')));

const token = 'a token for the scraper';
let portal: TestPortal;
beforeAll(async () => {
  portal = await createTestPortal({ METRICS_TOKEN: token });
});
afterAll(() => portal.close());

it('OPS-10 each alert has a page of its name that says what it means, what to look at and what to do, and no other page exists', () => {
  const pages = readdirSync(folder).filter((name) => /\.md$/.test(name) && name !== 'README.md');
  expect(pages.toSorted()).toEqual(rules.map(({ alert }) => `${alert}.md`).toSorted());
  for (const { alert, runbook } of rules) {
    expect(runbook).toBe(`docs/incidents/${alert}.md`);
    const text = read(`${alert}.md`);
    for (const part of [`# ${alert}\n`, '**What it means.** ', '## What to look at\n\n- ', '## What to do\n\n- ']) {
      expect(text).toContain(part);
    }
    expect(read('README.md')).toContain(`[${alert}](${alert}.md)`);
  }
});

it('OPS-10 alerts and dashboard ask only for metrics that the portal has', async () => {
  const text = (await portal.visitor().get('/metrics', { authorization: `Bearer ${token}` })).raw.toString();
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const asked = [...rules.map(({ expr }) => expr), ...panels.flatMap((one) => one.targets.map(({ expr }) => expr))];
  const names = asked.flatMap((expr) => expr.match(/\b(portal|http|nodejs|process|build)_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});

it('OPS-10 each alert has moments at which promtool finds it silent, firing and over again', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../../quality/operations/alerts.test.yaml'), 'utf8');
  const moments = [...text.matchAll(/alertname: (\w+)\n +exp_alerts:( \[\])?/g)];
  for (const { alert } of rules) {
    const fires = moments.filter(([, name]) => name === alert).map(([, , silent]) => silent === undefined);
    expect([alert, ...fires.slice(0, 3)]).toEqual([alert, false, true, false]);
  }
  expect(new Set(moments.map(([, name]) => name)).size).toBe(rules.length);
});
