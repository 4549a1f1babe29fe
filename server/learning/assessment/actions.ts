import type { AssessmentContent } from '#contract/catalogue/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type {
  AssessmentNeeds,
  AssessmentQuestions,
  AttemptQuery,
  AttemptSummary,
  ChangePlanEntry,
  GivenAnswers,
  NewAttempt,
  OwnAssessment,
  PlanEntry,
} from '#contract/learning/assessment.ts';
import { answeredPercent } from '#contract/learning/assessment-questions.ts';
import type { SessionData } from '#contract/learning/progress.ts';
import * as catalogue from '#server/catalogue/catalogue/actions.ts';
import { sliceOf } from '#server/catalogue/catalogue/rules.ts';
import type { Contents } from '#server/catalogue/content/actions.ts';
import { findOnlineProduct, listActiveProducts } from '#server/catalogue/products/actions.ts';
import { getEntitlements, requireAccess } from '#server/commerce/access/actions.ts';
import { decideAccess, isVisible, toolUrlIn } from '#server/commerce/access/rules.ts';
import { getCurrentUser } from '#server/identity/accounts/actions.ts';
import { findSaved, saveSession } from '#server/learning/progress/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import type { VersionedCache } from '#server/platform/database/versioned-cache.ts';
import { fail } from '#server/platform/failure.ts';
import { rankActions } from './plan-rules.ts';
import { type AttemptRow, showEntry, showQuestions, showSummary } from './presenters.ts';
import type { About } from './report/report.ts';
import {
  type FullAnswers,
  fewestMembers,
  gapsOf,
  keyOfTags,
  mostNeeded,
  neededActions,
  needsToCount,
  readAnswers,
  scoreOverall,
} from './rules.ts';
import * as store from './store.ts';

/** The questions as they are asked now. */
export async function getQuestions(contents: Contents): Promise<AssessmentQuestions> {
  return showQuestions((await contents.current()).assessment);
}

/** The answers as a version knows them. @throws when they are of another version, unknown or too few */
export function checkAnswers(content: AssessmentContent, { contentVersion, answers }: GivenAnswers): FullAnswers {
  if (contentVersion !== content.version) throw fail('assessment.other-version');
  const read = readAnswers(content, answers);
  if (read.kind === 'unknown') throw fail('assessment.unknown-answer', { question: read.questionId });
  if (read.kind === 'incomplete') throw fail('assessment.incomplete', { missing: read.missing });
  return read.answers;
}

/**
 * Keeps a finished run of answers as an attempt. What was noted on actions of the attempt before goes along where the
 * new plan names them again. The same run keeps one attempt, however often it is sent.
 * @param options `isPublic`: whether answers may come from the public assessment, without a tool; `content`: what is asked
 */
export async function createAttempt(
  ctx: MemberContext,
  attempt: NewAttempt,
  { isPublic, content }: { isPublic: boolean; content: AssessmentContent },
): Promise<{ id: number }> {
  if (attempt.resourceId !== null) await requireAssessment(ctx, attempt.resourceId);
  else if (!isPublic) throw fail('access.required');
  const answers = checkAnswers(content, attempt);
  if (attempt.resourceId === null) await keepAsProgress(ctx, attempt, content);
  const { id, isNew } = await store.upsertAttempt(ctx.db, {
    userId: ctx.actor.userId,
    startedAt: attempt.startedAt,
    resource_id: attempt.resourceId,
    content_version: content.version,
    answers,
    scope: attempt.scope,
    assessed_on: attempt.assessedOn,
  });
  const previous = isNew ? await store.findPreviousAttempt(ctx.db, ctx.actor.userId, id) : null;
  if (previous?.content_version === content.version) {
    const actionIds = planOf(content, answers).map(({ action }) => action.id);
    await store.insertEntriesOf(ctx.db, { fromAttemptId: previous.id, attemptId: id, actionIds });
  }
  return { id };
}

/**
 * A visitor's run that is kept is the progress of the assessment's resource, if it is open to the caller. Answers that
 * were given there are not replaced.
 */
async function keepAsProgress(ctx: MemberContext, run: NewAttempt, { sections }: AssessmentContent): Promise<void> {
  const tool = await findTool(ctx);
  if (!tool?.hasAccess) return;
  const use = { userId: ctx.actor.userId, resourceId: tool.id, productId: tool.productId };
  if ((await findSaved(ctx, use)).sessionData !== null) return;
  const { answers, startedAt } = run;
  const sessionData: SessionData = {
    answers,
    currentStep: sections.length - 1,
    completedSections: sections.map(({ id }) => id),
    startedAt,
    lastUpdated: ctx.now.toISOString(),
    scope: run.scope ?? '',
    date: run.assessedOn ?? '',
  };
  await saveSession(ctx, { ...use, sessionData, completionPercentage: answeredPercent(answers) });
}

/** A part of the caller's attempts, the latest first, and how many there are. */
export async function listAttempts(
  ctx: MemberContext,
  query: AttemptQuery,
  contents: Contents,
): Promise<{ attempts: AttemptSummary[]; total: number }> {
  const rows = await store.listAttempts(ctx.db, ctx.actor.userId, sliceOf(query));
  const total = await store.countAttempts(ctx.db, ctx.actor.userId);
  return { attempts: await showSummaries(rows, contents), total };
}

/** Where the assessment opens for the caller, how far the saved answers go, and the latest result. */
export async function getOwnAssessment(ctx: MemberContext, contents: Contents): Promise<OwnAssessment> {
  const rows = await store.listAttempts(ctx.db, ctx.actor.userId, { limit: 1, offset: 0 });
  const [latest = null] = await showSummaries(rows, contents);
  return { resource: await findOwnTool(ctx), latest };
}

/** Each attempt scored under its own version. */
async function showSummaries(rows: readonly AttemptRow[], contents: Contents): Promise<AttemptSummary[]> {
  const contentOf = await contents.assessments(rows.map(({ content_version }) => content_version));
  return rows.map((row) => showSummary(contentOf(row.content_version), row));
}

async function findOwnTool(ctx: MemberContext): Promise<OwnAssessment['resource']> {
  const tool = await findTool(ctx);
  if (!tool) return null;
  const { id, hasAccess, productId } = tool;
  const saved = await findSaved(ctx, { userId: ctx.actor.userId, resourceId: id, productId });
  return { id, hasAccess, percent: saved.completionPercentage };
}

type Tool = { id: number; productId: number; hasAccess: boolean };

/** The resource that opens the assessment for the caller: one with access first, otherwise one that gives it. */
async function findTool(ctx: MemberContext): Promise<Tool | null> {
  const entitlements = await getEntitlements(ctx, ctx.actor.userId);
  const products = (await listActiveProducts(ctx)).filter(
    ({ configuration }) => toolUrlIn(configuration) === assessmentPath,
  );
  const tools: Tool[] = [];
  for (const { id: productId } of products) {
    for (const terms of await catalogue.listResourcesOfProduct(ctx, productId)) {
      const { hasAccess } = decideAccess(entitlements, terms);
      if (isVisible(entitlements, terms) && terms.state !== 'draft') tools.push({ id: terms.id, productId, hasAccess });
    }
  }
  return tools.find(({ hasAccess }) => hasAccess) ?? tools[0] ?? null;
}

type Noting = { attemptId: number; actionId: string; change: ChangePlanEntry };

/** Adds an action to the attempt's own plan, or notes who does it until when, and whether it is done. */
export async function changePlanEntry(
  ctx: MemberContext,
  { attemptId, actionId, change }: Noting,
  contents: Contents,
): Promise<PlanEntry> {
  const attempt = await store.lockAttempt(ctx.db, ctx.actor.userId, attemptId);
  if (!attempt) throw fail('assessment.not-found');
  const contentOf = await contents.assessments([attempt.content_version]);
  const plan = planOf(contentOf(attempt.content_version), attempt.answers);
  if (!plan.some(({ action }) => action.id === actionId)) throw fail('assessment.not-found');
  return showEntry(await store.upsertEntry(ctx.db, { attemptId, actionId, ...change }));
}

/** Takes an action out of the attempt's plan; one that is not in it stays out. */
export async function removePlanEntry(
  ctx: MemberContext,
  entry: { attemptId: number; actionId: string },
): Promise<void> {
  if (!(await store.lockAttempt(ctx.db, ctx.actor.userId, entry.attemptId))) throw fail('assessment.not-found');
  await store.deleteEntry(ctx.db, entry);
}

/** Whose report it is, and what the portal is called. */
export async function aboutReport(
  ctx: MemberContext,
  { productName, publicUrl, brand, words }: Pick<About, 'productName' | 'publicUrl' | 'brand' | 'words'>,
): Promise<About> {
  const { firstName, lastName, organization } = await getCurrentUser(ctx);
  const { timeZone } = ctx.actor;
  const person = `${firstName} ${lastName}`;
  return { productName, publicUrl, brand, words, person, organization, timeZone, madeAt: ctx.now };
}

function planOf(content: AssessmentContent, answers: FullAnswers) {
  return rankActions(content, answers, scoreOverall(content, answers).heldBackBy);
}

/** The path at which the portal's own readiness assessment opens; the product with it is the assessment. */
const assessmentPath = '/tools/responsible-ai-assessment';

/** Refuses unless the caller may use this resource, and it is the assessment. */
async function requireAssessment(ctx: MemberContext, resourceId: number): Promise<void> {
  await requireAccess(ctx, resourceId);
  if (!(await isAssessment(ctx, resourceId))) throw fail('assessment.other-resource');
}

async function isAssessment(ctx: Context, resourceId: number): Promise<boolean> {
  const found = await catalogue.findResource(ctx, resourceId, 'user');
  return opensAssessment(ctx, found?.resource.onlineProductId ?? null);
}

async function opensAssessment(ctx: Context, productId: number | null): Promise<boolean> {
  const product = productId === null ? null : (await findOnlineProduct(ctx, productId))?.product;
  return product?.is_active === true && toolUrlIn(product.configuration) === assessmentPath;
}

/** Finds the listed resources with some of these tags; those that open the assessment itself help with no action. */
export type HelpfulResources = (ctx: Context, tags: catalogue.Tags) => Promise<ResourceSummary[]>;

/** @param kept keeps what was found until the catalogue changes */
export function findHelpful(kept: VersionedCache<ResourceSummary[]>): HelpfulResources {
  return (ctx, { principle, phase, role }) =>
    kept.get(`${principle} ${phase} ${role}`, async () => {
      const found = await catalogue.listTagged(ctx, { principle, phase, role });
      const opened = await Promise.all(found.map(({ onlineProductId }) => opensAssessment(ctx, onlineProductId)));
      return found.filter((_, index) => !opened[index]);
    });
}

/** What members' latest attempts under the present version need, and what the catalogue lacks for it. */
export async function getNeeds(ctx: Context, content: AssessmentContent): Promise<AssessmentNeeds> {
  const counts = await store.countMembersByNeed(ctx.db, content.version, needsToCount(content));
  const asked = new Map(neededActions(content).map(({ action }) => [keyOfTags(action), action]));
  const unserved = await catalogue.listUnserved(ctx, [...asked.values()]);
  return {
    contentVersion: content.version,
    fewest: fewestMembers,
    actions: mostNeeded(content, counts),
    gaps: gapsOf(content, counts, unserved),
  };
}
