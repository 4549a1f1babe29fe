import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { assessmentLevels } from '#contract/catalogue/content-limits.ts';
import type { AssessmentQuestions, AssessmentResult, CreatedAttempt } from '#contract/learning/assessment.ts';
import { now } from '#server/platform/clock.ts';
import { demoResources } from './catalogue/resources.ts';
import { type Portal, read, send } from './portal-calls.ts';

/** An attempt that was finished `daysAgo` days ago; a digit per question is the level, 0 for the lowest. */
type DemoAttempt = { daysAgo: number; levels: string; scope: string | null };

/**
 * Makes the demo's member answer the readiness assessment twice, half a year apart, so that results can be compared.
 */
export async function makeDemoAttempts(portal: Portal, cookie: string): Promise<void> {
  const scope = 'Whole organisation';
  const first = await makeAttempt(portal, cookie, { daysAgo: 184, levels: '110101101201', scope });
  for (const action of ['DF-I-1', 'RM-I-1']) {
    const url = `${portal.portalUrl}/api/assessment/attempts/${first}/actions/${action}`;
    await send(url, { body: { isDone: true, owner: 'Mira Tollander' }, cookie, method: 'PUT' });
  }
  const latest = await makeAttempt(portal, cookie, { daysAgo: 9, levels: '322112212211', scope });
  await planActions(portal, cookie, latest);
}

const planned = [
  { isDone: false, owner: 'Mira Tollander', days: 4 },
  { isDone: false, owner: null, days: null },
  { isDone: true, owner: 'Mira Tollander', days: -2 },
  { isDone: false, owner: 'Leila Varnham', days: 22 },
  { isDone: false, owner: null, days: 60 },
];

/** Adds an attempt's first actions to the plan, with owners and due dates, some of them done. */
async function planActions({ portalUrl }: Portal, cookie: string, attempt: number): Promise<void> {
  const { actions } = await read<AssessmentResult>(`${portalUrl}/api/assessment/attempts/${attempt}`, cookie);
  for (const [index, { isDone, owner, days }] of planned.entries()) {
    const dueOn = days === null ? null : inDays(days).toISOString().slice(0, 10);
    const url = `${portalUrl}/api/assessment/attempts/${attempt}/actions/${actions[index]?.id}`;
    await send(url, { body: { isDone, owner, dueOn }, cookie, method: 'PUT' });
  }
}

const inDays = (days: number) => new Date(now().getTime() + days * 24 * 60 * 60 * 1000);

const othersLevels = ['101110010011', '211110211011', '110111111111', '221112111011'];

/** Makes another person of the demo answer once, so that administrators see members' needs. */
export async function makeOtherAttempt(portal: Portal, cookie: string, index: number): Promise<void> {
  const levels = othersLevels[index % othersLevels.length] ?? '';
  await makeAttempt(portal, cookie, { daysAgo: 20 + index, levels, scope: null });
}

/** @returns the attempt's id */
async function makeAttempt({ portalUrl }: Portal, cookie: string, attempt: DemoAttempt): Promise<number> {
  const questions = await read<AssessmentQuestions>(`${portalUrl}/api/assessment/questions`, cookie);
  const tools = await read<ResourceSummary[]>(`${portalUrl}/api/resources?type=online_tool`, cookie);
  // Found by its title, because an administrator may have linked another resource to the same product since.
  const title = demoResources.find(({ key }) => key === 'responsible-ai-readiness-assessment')?.title;
  const resourceId = tools.find((tool) => tool.title === title)?.id;
  if (resourceId === undefined) throw new Error("The demo's history: the assessment is not in the catalogue");
  const ids = questions.sections.flatMap((section) => section.questions.map(({ id }) => id));
  const startedAt = inDays(-attempt.daysAgo).toISOString();
  const body = {
    resourceId,
    contentVersion: questions.version,
    startedAt,
    assessedOn: startedAt.slice(0, 10),
    scope: attempt.scope,
    answers: Object.fromEntries(ids.map((id, index) => [id, assessmentLevels[Number(attempt.levels[index])]])),
  };
  const created = await send(`${portalUrl}/api/assessment/attempts`, { body, cookie });
  // Safe cast, because the portal responds in the form of its contract.
  const { id } = (await created.json()) as CreatedAttempt;
  return id;
}
