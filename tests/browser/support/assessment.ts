import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { AssessmentQuestions, AssessmentResult, CreatedAttempt } from '#contract/learning/assessment.ts';

export const questionsPath = '/tools/responsible-ai-assessment';

/** The online product of the readiness assessment (BOOT-10). */
const productId = 1;

/** Finds the assessment that the demo seeds. */
export async function findAssessment(request: APIRequestContext): Promise<ResourceSummary> {
  const reply = await request.get('/api/resources?type=online_tool&search=readiness');
  const resources: ResourceSummary[] = await reply.json();
  const found = resources.find(({ onlineProductId }) => onlineProductId === productId);
  if (!found) throw new Error('The demo has no assessment');
  return found;
}

/** Returns the path, with a token, that opens the questions for the signed-in member. */
export async function questionsAddress(request: APIRequestContext): Promise<string> {
  const { id } = await findAssessment(request);
  const data = { resourceId: id, onlineProductId: productId };
  const reply = await request.post('/api/tools/generate-token', { data });
  await expect(reply).toBeOK();
  const { token }: { token: string } = await reply.json();
  return `${questionsPath}?token=${token}`;
}

/**
 * Finds the choice of a level for one question.
 * @param number as shown before the question
 */
export function answerTo(page: Page, number: number, level: string): Locator {
  return page.getByRole('group', { name: new RegExp(`^${number}\\D`) }).getByRole('radio', { name: level });
}

export async function answer(page: Page, number: number, level: string): Promise<void> {
  await answerTo(page, number, level).check();
}

/**
 * Makes an attempt through the API in which every answer has the same level.
 * @returns its id
 */
export async function makeAttempt(
  request: APIRequestContext,
  level: string,
  { startedAt, assessedOn }: { startedAt: string; assessedOn: string },
): Promise<number> {
  const questions: AssessmentQuestions = await (await request.get('/api/assessment/questions')).json();
  const ids = questions.sections.flatMap((section) => section.questions.map(({ id }) => id));
  const { id: resourceId } = await findAssessment(request);
  const answers = Object.fromEntries(ids.map((id) => [id, level]));
  const data = { resourceId, contentVersion: questions.version, startedAt, answers, assessedOn };
  const reply = await request.post('/api/assessment/attempts', { data });
  await expect(reply).toBeOK();
  const { id }: CreatedAttempt = await reply.json();
  return id;
}

/**
 * Adds the first three actions of an attempt to the plan.
 * @returns their texts
 */
export async function addToPlan(request: APIRequestContext, attempt: number): Promise<string[]> {
  const { actions }: AssessmentResult = await (await request.get(`/api/assessment/attempts/${attempt}`)).json();
  const first = actions.slice(0, 3);
  for (const { id } of first) {
    const reply = await request.put(`/api/assessment/attempts/${attempt}/actions/${id}`, { data: { isDone: false } });
    await expect(reply).toBeOK();
  }
  return first.map(({ text }) => text);
}
