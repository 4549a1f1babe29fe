import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Fault } from '../faults/fault.ts';
import { findPromtool } from './promtool.ts';

const incidents = path.resolve(import.meta.dirname, '../../docs/incidents');

/**
 * The alert rules and the dashboard, checked by Prometheus' own tool: every expression is valid, and each alert fires
 * and clears.
 */
export const n08: Fault = {
  name: 'N08',
  title: 'the alert rules and the dashboard, by promtool',
  run: async () => {
    const { program, version } = await findPromtool();
    const folder = await mkdtemp(path.join(tmpdir(), 'portal-alerts-'));
    try {
      const panels = path.join(folder, 'dashboard.yaml');
      const expressions = await dashboardExpressions();
      await writeFile(panels, asRules(expressions));
      const moments = await readFile(path.join(import.meta.dirname, 'alerts.test.yaml'), 'utf8');
      const said = [
        await ask(program, 'check', 'rules', path.join(incidents, 'alerts.yaml')),
        await ask(program, 'check', 'rules', panels),
        await ask(program, 'test', 'rules', path.join(import.meta.dirname, 'alerts.test.yaml')),
      ];
      const [, rules = '0'] = /(\d+) rules found/.exec(said[0]?.output ?? '') ?? [];
      const wrong = said.flatMap(({ isRight, output }) => (isRight ? [] : output.split('\n').filter(Boolean)));
      const tried = moments.match(/eval_time/g)?.length ?? 0;
      return {
        tries: `promtool ${version}: ${rules} rules at ${tried} moments, ${expressions.length} expressions of the dashboard`,
        reached: `${wrong.length} complaints`,
        goal: '0',
        isMet: wrong.length === 0 && Number(rules) > 0 && expressions.length > 0,
        wrong,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function dashboardExpressions(): Promise<string[]> {
  const text = await readFile(path.join(incidents, 'dashboard.json'), 'utf8');
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(text);
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));
}

/** Returns the expressions as recording rules, which promtool can check. They are in JSON, which is valid YAML. */
function asRules(expressions: readonly string[]): string {
  const rules = expressions.map((expr, index) => ({ record: `dashboard:panel_${index}`, expr }));
  return JSON.stringify({ groups: [{ name: 'dashboard', rules }] });
}

function ask(program: string, ...args: string[]): Promise<{ isRight: boolean; output: string }> {
  return promisify(execFile)(program, args).then(
    ({ stdout }) => ({ isRight: true, output: stdout }),
    // The output has promtool's errors.
    ({ stdout, stderr }) => ({ isRight: false, output: `${stdout}\n${stderr}` }),
  );
}
