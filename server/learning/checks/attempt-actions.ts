import { randomBytes } from 'node:crypto';
import { dateAndTime } from '#contract/dates.ts';
import type { AnswerForm, AttemptResult, OpenAttempt, SavedAnswer } from '#contract/learning/checks.ts';
import { maxFurtherAttempts } from '#contract/learning/checks-limits.ts';
import { placedAnswer } from '#contract/learning/checks-score.ts';
import { requireAccess } from '#server/commerce/access/actions.ts';
import { recordStep } from '#server/learning/progress/actions.ts';
import { requireMembership } from '#server/organisations/organisations/actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail, failWith } from '#server/platform/failure.ts';
import { getResult, readAllowance, showOpenAttempt } from './actions.ts';
import type { CheckContents } from './content-actions.ts';
import { drawQuestions, idsOf, placesOf } from './drawing.ts';
import { drawnQuestions, dueAtOf, scoreAttempt } from './rules.ts';
import * as store from './store.ts';

/**
 * Starts an attempt of the caller, or returns the open one, and records that the resource was opened. Hands in an open
 * attempt whose time is over first.
 * @throws catalogue.not-found, access.required, checks.not-found, checks.no-attempt-left
 */
export async function startAttempt(
  ctx: MemberContext,
  resourceId: number,
  contents: CheckContents,
): Promise<OpenAttempt> {
  await requireAccess(ctx, resourceId);
  const { userId, timeZone } = ctx.actor;
  await store.lockMember(ctx.db, userId);
  const open = await store.findOpenAttempt(ctx.db, { userId, resourceId });
  if (open && open.due_at > open.now) {
    await recordStep(ctx, resourceId, 'opened');
    return showOpenAttempt(ctx, open, await contents({ resourceId, version: open.version }));
  }
  if (open) await closeAttempt(ctx, open.id, contents);
  const published = await store.findPublished(ctx.db, resourceId);
  if (!published) throw fail('checks.not-found');
  const { version } = published;
  const content = await contents({ resourceId, version });
  const { settings } = content;
  const { now, today, usage, allowance, nextAttemptAt } = await readAllowance(ctx, resourceId, settings);
  if (nextAttemptAt !== null) {
    const moment = dateAndTime(nextAttemptAt, timeZone);
    throw failWith('checks.no-attempt-left', { days: [{ text: moment, at: nextAttemptAt }] }, { moment });
  }
  if (allowance.isFurther) await store.useFurtherAttempt(ctx.db, { userId, resourceId });
  const voided = await store.lockVoided(ctx.db, { resourceId, version });
  const seed = randomBytes(16);
  const id = await store.insertAttempt(ctx.db, {
    userId,
    resourceId,
    version,
    day: today,
    isFurther: allowance.isFurther,
    seed,
    drawn: drawQuestions(content, { seed, voided }),
    passMark: settings.passMark,
    startedAt: now,
    dueAt: dueAtOf(now, settings.timeLimit, usage.extraMinutes),
  });
  await recordStep(ctx, resourceId, 'opened');
  return showOpenAttempt(ctx, await requireAttempt(ctx, id), content);
}

/** Returns an attempt of the caller. @throws checks.attempt-not-found */
async function requireAttempt(ctx: MemberContext, id: number): Promise<store.AttemptRow> {
  const row = await store.findAttempt(ctx.db, { id, userId: ctx.actor.userId });
  if (!row) throw fail('checks.attempt-not-found');
  return row;
}

/**
 * Returns the questions of the caller's attempt that is under way.
 * @throws checks.attempt-not-found, catalogue.not-found, access.required, checks.handed-in
 */
export async function getOpenAttempt(ctx: MemberContext, id: number, contents: CheckContents): Promise<OpenAttempt> {
  const row = await requireAttempt(ctx, id);
  await requireAccess(ctx, row.resource_id);
  if (row.handed_in_at) throw fail('checks.handed-in');
  return showOpenAttempt(ctx, row, await contents({ resourceId: row.resource_id, version: row.version }));
}

/**
 * Saves the caller's answer to one question, or takes it back.
 * @throws checks.attempt-not-found, catalogue.not-found, access.required, checks.question-not-found,
 * checks.answer-unfit, checks.handed-in, checks.time-over
 */
export async function saveAnswer(
  ctx: MemberContext,
  { id, number, answer }: { id: number; number: number } & AnswerForm,
  contents: CheckContents,
): Promise<SavedAnswer> {
  const row = await requireAttempt(ctx, id);
  await requireAccess(ctx, row.resource_id);
  const content = await contents({ resourceId: row.resource_id, version: row.version });
  const question = drawnQuestions(content, row.drawn)[number - 1];
  if (!question) throw fail('checks.question-not-found');
  const placed = placedAnswer(question, answer, placesOf(question, idsOf(row.seed)));
  if (placed === 'unfit') throw fail('checks.answer-unfit');
  const own = { id, userId: ctx.actor.userId };
  const saved = await store.updateAnswer(ctx.db, { ...own, questionId: question.id, answer: placed });
  if (!saved) {
    const { handed_in_at } = await requireAttempt(ctx, id);
    throw fail(handed_in_at && !row.is_by_server ? 'checks.handed-in' : 'checks.time-over');
  }
  return { savedAt: saved.savedAt.toISOString(), answered: saved.answered, questions: row.drawn.length };
}

/**
 * Hands in the caller's attempt and returns its result; one that was handed in before keeps its result.
 * @throws checks.attempt-not-found, catalogue.not-found, access.required
 */
export async function handIn(ctx: MemberContext, id: number, contents: CheckContents): Promise<AttemptResult> {
  const row = await store.lockAttempt(ctx.db, { id, userId: ctx.actor.userId });
  if (!row) throw fail('checks.attempt-not-found');
  if (!row.handed_in_at) {
    // After its time the server hands it in, whether the member can still open the resource or not.
    if (row.due_at > row.now) await requireAccess(ctx, row.resource_id);
    await score(ctx, row, contents);
  }
  return getResult(ctx, id, contents);
}

/** Hands in an attempt whose time is over. Does nothing when it is handed in already or has got more time. */
export async function closeAttempt(ctx: Context, id: number, contents: CheckContents): Promise<void> {
  const row = await store.lockAttempt(ctx.db, { id, userId: null });
  if (row && !row.handed_in_at && row.due_at <= row.now) await score(ctx, row, contents);
}

async function score(ctx: Context, row: store.AttemptRow, contents: CheckContents): Promise<void> {
  const version = { resourceId: row.resource_id, version: row.version };
  const voided = await store.lockVoided(ctx.db, version);
  const { drawn, answers } = row;
  await store.updateOutcome(ctx.db, row.id, scoreAttempt(await contents(version), { drawn, answers, voided }));
}

/**
 * Gives the person of an assignment further attempts beyond the daily limit, to at most `maxFurtherAttempts` at a time
 * (CHECK-08). The reply is the same however many the person has, because that would tell of earlier attempts (ORG-10).
 * @returns the sentence for the caller
 * @throws organisations.not-found, organisations.not-allowed, learning.assignment-not-found, checks.not-found
 */
export async function giveFurtherAttempts(
  ctx: MemberContext,
  { id: organisationId, assignmentId }: { id: number; assignmentId: number },
  attempts: number,
): Promise<string> {
  await requireMembership(ctx, organisationId);
  const assigned = await store.findAssigned(ctx.db, { organisationId, assignmentId });
  if (!assigned) throw fail('learning.assignment-not-found');
  if (!assigned.hasCheck) throw fail('checks.not-found');
  const { userId, resourceId, name } = assigned;
  await store.addFurtherAttempts(ctx.db, assigned, { attempts, most: maxFurtherAttempts });
  await audit(ctx, {
    action: 'give-attempts',
    object: 'organisation',
    objectId: organisationId,
    memberId: userId,
    after: { resourceId, attempts },
  });
  return `${name} has got ${attempts === 1 ? '1 further attempt' : `${attempts} further attempts`}.`;
}
