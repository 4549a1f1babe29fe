import type { AssessmentContent } from '#contract/catalogue/assessment-content.ts';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type {
  AssessmentNeeds,
  AssessmentQuestions,
  AttemptSummary,
  ChangePlanEntry,
  GivenAnswers,
  NewAttempt,
  OwnAssessment,
  PlanEntry,
} from '#contract/learning/assessment.ts';
import { answeredPercent } from '#contract/learning/assessment-questions.ts';
import type { SessionData } from '#contract/learning/progress.ts';
import type { PageQuery } from '#contract/text.ts';
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

/** Returns the current version's questions. */
export async function getQuestions(contents: Contents): Promise<AssessmentQuestions> {
  return showQuestions((await contents.current()).assessment);
}

/**
 * Checks answers against a version.
 * @throws assessment.other-version, assessment.unknown-answer, assessment.incomplete
 */
export function checkAnswers(content: AssessmentContent, { contentVersion, answers }: GivenAnswers): FullAnswers {
  if (contentVersion !== content.version) throw fail('assessment.other-version');
  const read = readAnswers(content, answers);
  if (read.kind === 'unknown') throw fail('assessment.unknown-answer', { question: read.questionId });
  if (read.kind === 'incomplete') throw fail('assessment.incomplete', { missing: read.missing });
  return read.answers;
}

/**
 * Stores a finished run of answers as an attempt; a run that is sent again updates its attempt. If the attempt before a
 * new one answered the same content version, its plan entries are copied where the new plan has the same actions. A run
 * without a tool is also saved as progress (`keepAsProgress`).
 * @param options `isPublic`: whether the answers may be of the public assessment, without a tool; `content`: the
 * version that was answered
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
 * Saves a visitor's run as the progress of the assessment's resource, if the caller has access to it. Answers that were
 * saved there before remain.
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

/** Lists a page of the caller's attempts, latest first, with their total number. */
export async function listAttempts(
  ctx: MemberContext,
  query: PageQuery,
  contents: Contents,
): Promise<{ attempts: AttemptSummary[]; total: number }> {
  const rows = await store.listAttempts(ctx.db, ctx.actor.userId, sliceOf(query));
  const total = await store.countAttempts(ctx.db, ctx.actor.userId);
  return { attempts: await showSummaries(rows, contents), total };
}

/** Returns the resource at which the caller opens the assessment, and the latest result. */
export async function getOwnAssessment(ctx: MemberContext, contents: Contents): Promise<OwnAssessment> {
  const rows = await store.listAttempts(ctx.db, ctx.actor.userId, { limit: 1, offset: 0 });
  const [latest = null] = await showSummaries(rows, contents);
  return { resource: await findOwnTool(ctx), latest };
}

/** Scores each attempt under its own version. */
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

/** Returns a resource that opens the assessment: preferably one to which the caller has access. */
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

/**
 * Records owner, due date and done state for an action of the attempt's plan; creates or replaces the entry.
 * @throws assessment.not-found, also when the plan does not have the action
 */
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

/**
 * Marks a recommended action of the attempt as done or not done; adds its plan entry if there is none, otherwise keeps
 * owner and due date.
 * @throws assessment.not-found
 */
export async function tickAction(
  ctx: MemberContext,
  { attemptId, actionId, isDone }: { attemptId: number; actionId: string; isDone: boolean },
  contents: Contents,
): Promise<PlanEntry> {
  // Locked before the entry is read, so that no other change of it is overwritten.
  if (!(await store.lockAttempt(ctx.db, ctx.actor.userId, attemptId))) throw fail('assessment.not-found');
  const entry = (await store.listEntries(ctx.db, attemptId)).find(({ action_id }) => action_id === actionId);
  const change = { isDone, owner: entry?.owner ?? null, dueOn: entry?.due_on ?? null };
  return changePlanEntry(ctx, { attemptId, actionId, change }, contents);
}

/** Deletes the plan entry of an action; does nothing when there is none. @throws assessment.not-found */
export async function removePlanEntry(
  ctx: MemberContext,
  entry: { attemptId: number; actionId: string },
): Promise<void> {
  if (!(await store.lockAttempt(ctx.db, ctx.actor.userId, entry.attemptId))) throw fail('assessment.not-found');
  await store.deleteEntry(ctx.db, entry);
}

/** Adds the caller's name, organisation and time zone to the data of a report. */
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

/** Path of the portal's own readiness assessment; the product that opens it is the assessment. */
const assessmentPath = '/tools/responsible-ai-assessment';

/** Rejects the call unless the caller has access to this resource, and it is the assessment. */
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

/**
 * Finds up to 50 listed resources of the phase, those that share principle and role first; leaves out resources that
 * open the assessment itself.
 */
export type HelpfulResources = (ctx: Context, tags: catalogue.Tags) => Promise<ResourceSummary[]>;

/** @param kept caches the results until the catalogue changes */
export function findHelpful(kept: VersionedCache<ResourceSummary[]>): HelpfulResources {
  return (ctx, { principle, phase, role }) =>
    kept.get(`${principle} ${phase} ${role}`, async () => {
      const found = await catalogue.listTagged(ctx, { principle, phase, role });
      const opened = await Promise.all(found.map(({ onlineProductId }) => opensAssessment(ctx, onlineProductId)));
      return found.filter((_, index) => !opened[index]);
    });
}

/**
 * Counts the needs of the members whose latest attempt answered the current version, and lists those for which the
 * catalogue has no listed resource.
 */
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
