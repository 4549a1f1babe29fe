import { isoDay } from '#contract/dates.ts';
import type {
  AttemptQuestion,
  AttemptResult,
  CheckState,
  OpenAttempt,
  OwnCheckAttempt,
  OwnCheckAttemptsQuery,
  ReviewedQuestion,
} from '#contract/learning/checks.ts';
import type { CheckContent, CheckQuestion, CheckSettings } from '#contract/learning/checks-content.ts';
import type { CheckLeft } from '#contract/learning/checks-standing.ts';
import { instantOfLocal } from '#contract/local-times.ts';
import { listSections } from '#server/catalogue/articles/actions.ts';
import { sliceOf } from '#server/catalogue/catalogue/rules.ts';
import { listPictureSizes } from '#server/catalogue/files/actions.ts';
import { getAccess, listOpen } from '#server/commerce/access/actions.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { CheckContents } from './content-actions.ts';
import { type IdOf, idsOf, shownAnswer, shownQuestion } from './drawing.ts';
import {
  type Allowance,
  acceptedTexts,
  allowanceOf,
  drawnQuestions,
  placesToRead,
  rightAnswerOf,
  showsAnswers,
} from './rules.ts';
import * as store from './store.ts';

/** Whether a resource has a published check. */
export async function hasCheck(ctx: Context, resourceId: number): Promise<boolean> {
  return (await store.findPublished(ctx.db, resourceId)) !== null;
}

/** Returns the check of each of these resources that the caller has not completed. */
export async function listUnpassed(
  ctx: MemberContext,
  resourceIds: readonly number[],
): Promise<Map<number, CheckLeft>> {
  const rows = await store.listUnpassed(ctx.db, ctx.actor.userId, resourceIds);
  return new Map(rows.map(({ resourceId, ...check }) => [resourceId, check]));
}

/** Returns the check of a resource for the caller; null when it has none. @throws catalogue.not-found */
export async function getCheck(
  ctx: MemberContext,
  resourceId: number,
  contents: CheckContents,
): Promise<CheckState | null> {
  const { hasAccess } = await getAccess(ctx, resourceId);
  const published = await store.findPublished(ctx.db, resourceId);
  if (!published) return null;
  const { settings, questions } = await contents({ resourceId, version: published.version });
  const member = { userId: ctx.actor.userId, resourceId };
  const { allowance, usage, today, nextAttemptAt } = await readAllowance(ctx, resourceId, settings);
  const open = await store.findOpenAttempt(ctx.db, member);
  const { attemptsPerDay, drawn, passMark, timeLimit } = settings;
  return {
    resourceId,
    title: published.title,
    version: published.version,
    passMark,
    questions: Math.min(drawn ?? questions.length, questions.length - published.voided),
    timeLimit: timeLimit === null ? null : timeLimit + usage.extraMinutes,
    showsAnswers: settings.showsAnswers,
    attemptsPerDay: attemptsPerDay === 0 ? null : attemptsPerDay,
    attemptsToday: (usage.days.get(today) ?? 0) + usage.furtherToday,
    attemptsLeft: allowance.left,
    nextAttemptAt,
    canOpen: hasAccess,
    openAttempt: open && {
      id: open.id,
      startedAt: open.started_at.toISOString(),
      dueAt: open.due_at.toISOString(),
      isOver: open.due_at <= open.now,
      questions: open.drawn.length,
      answered: Object.keys(open.answers).length,
    },
    ...(await store.findStanding(ctx.db, member)),
  };
}

/**
 * A member's attempts and the number left, by the database's clock and the member's calendar. `nextAttemptAt` is null
 * unless no attempt is left today.
 */
export type ReadAllowance = {
  now: Date;
  today: string;
  usage: store.UsageRow;
  allowance: Allowance;
  nextAttemptAt: string | null;
};

/** Reads how many attempts the caller can still start today, or when the next one becomes possible. */
export async function readAllowance(
  ctx: MemberContext,
  resourceId: number,
  settings: CheckSettings,
): Promise<ReadAllowance> {
  const { userId, timeZone } = ctx.actor;
  const now = await store.readClock(ctx.db);
  const today = isoDay(now, timeZone);
  const usage = await store.findUsage(ctx.db, { userId, resourceId }, today);
  const allowance = allowanceOf(settings, usage, today);
  const next = allowance.nextDay === null ? null : instantOfLocal(`${allowance.nextDay}T00:00`, timeZone);
  return { now, today, usage, allowance, nextAttemptAt: next?.toISOString() ?? null };
}

/** Lists the caller's attempts, newest first, with their total number. */
export async function listOwnAttempts(
  ctx: MemberContext,
  { resourceId, ...paging }: OwnCheckAttemptsQuery,
): Promise<{ attempts: OwnCheckAttempt[]; total: number }> {
  const sought = { userId: ctx.actor.userId, resourceId: resourceId ?? null };
  const rows = await store.listOwn(ctx.db, sought, sliceOf(paging));
  const attempts = rows.map((row) => ({
    ...showAttempt(row),
    handedInAt: row.handed_in_at?.toISOString() ?? null,
    percent: row.percent,
    passMark: row.pass_mark,
    passed: row.passed,
  }));
  return { attempts, total: await store.countOwn(ctx.db, sought) };
}

const showAttempt = (row: Pick<store.AttemptRow, 'id' | 'resource_id' | 'title' | 'version' | 'started_at'>) => ({
  id: row.id,
  resourceId: row.resource_id,
  title: row.title,
  version: row.version,
  startedAt: row.started_at.toISOString(),
});

/** Returns an attempt of the caller with its questions and saved answers (CHECK-04). */
export async function showOpenAttempt(
  ctx: Context,
  row: store.AttemptRow,
  content: CheckContent,
): Promise<OpenAttempt> {
  const questions = drawnQuestions(content, row.drawn);
  const shown = { seed: row.seed, idOf: idsOf(row.seed), shuffles: content.settings.shuffles };
  const pictures = await loadPictures(ctx, questions);
  return {
    ...showAttempt(row),
    passMark: row.pass_mark,
    dueAt: row.due_at.toISOString(),
    hasTimeLimit: content.settings.timeLimit !== null,
    now: row.now.toISOString(),
    questions: questions.map((question, index) => ({
      number: index + 1,
      ...shownQuestion(question, shown),
      picture: pictures(question),
      answer: shownAnswer(question, row.answers[question.id] ?? null, shown.idOf),
    })),
  };
}

/** Returns a function that gives the picture of each of these questions with its size. */
export async function loadPictures(
  ctx: Context,
  questions: readonly CheckQuestion[],
): Promise<(question: CheckQuestion) => AttemptQuestion['picture']> {
  const sizes = await listPictureSizes(
    ctx,
    questions.flatMap(({ picture }) => picture?.url ?? []),
  );
  return ({ picture }) =>
    picture && {
      ...picture,
      width: sizes[picture.url]?.width ?? null,
      height: sizes[picture.url]?.height ?? null,
    };
}

/** Returns the result of an attempt of the caller. @throws checks.attempt-not-found, checks.attempt-open */
export async function getResult(ctx: MemberContext, id: number, contents: CheckContents): Promise<AttemptResult> {
  const row = await store.findAttempt(ctx.db, { id, userId: ctx.actor.userId });
  if (!row) throw fail('checks.attempt-not-found');
  const { resource_id: resourceId, version, drawn, right_questions: right, awarded_questions: awarded } = row;
  if (!row.handed_in_at || !right || !awarded) throw fail('checks.attempt-open');
  const content = await contents({ resourceId, version });
  const questions = drawnQuestions(content, drawn);
  const isWrong = (questionId: string) => !right.includes(questionId) && !awarded.includes(questionId);
  const passed = row.passed === true;
  const isPointed = questions.some(({ pointer }) => pointer?.kind === 'heading');
  const sections = isPointed ? await listSections(ctx, resourceId) : [];
  return {
    ...showAttempt(row),
    handedInAt: row.handed_in_at.toISOString(),
    isByServer: row.is_by_server,
    passed,
    percent: row.percent ?? 0,
    passMark: row.pass_mark,
    points: row.points ?? 0,
    questions: drawn.length,
    unanswered: drawn.filter((questionId) => !(questionId in row.answers)).length,
    isRescored: awarded.length > 0,
    readAgain: placesToRead(
      questions,
      isWrong,
      sections.map(({ id: section }) => section),
    ),
    review: showsAnswers(content.settings, passed) ? await loadReview(ctx, row, content) : null,
    confirmations: passed ? await store.listConfirmable(ctx.db, { userId: ctx.actor.userId, resourceId }) : [],
    ...(await readNext(ctx, resourceId, contents)),
  };
}

async function readNext(ctx: MemberContext, resourceId: number, contents: CheckContents) {
  const published = await store.findPublished(ctx.db, resourceId);
  if (!published || !(await listOpen(ctx, [resourceId])).has(resourceId))
    return { attemptsLeft: 0, nextAttemptAt: null };
  const { settings } = await contents({ resourceId, version: published.version });
  const { allowance, nextAttemptAt } = await readAllowance(ctx, resourceId, settings);
  return { attemptsLeft: allowance.left, nextAttemptAt };
}

async function loadReview(ctx: Context, row: store.AttemptRow, content: CheckContent): Promise<ReviewedQuestion[]> {
  const idOf: IdOf = idsOf(row.seed);
  const questions = drawnQuestions(content, row.drawn);
  const pictures = await loadPictures(ctx, questions);
  return questions.map((question, index) => ({
    number: index + 1,
    ...shownQuestion(question, { seed: row.seed, idOf, shuffles: content.settings.shuffles }),
    picture: pictures(question),
    answer: shownAnswer(question, row.answers[question.id] ?? null, idOf),
    isRight: row.right_questions?.includes(question.id) ?? false,
    isVoid: row.awarded_questions?.includes(question.id) ?? false,
    rightAnswer: shownAnswer(question, rightAnswerOf(question), idOf),
    accepted: acceptedTexts(question),
    explanation: question.explanation,
    pointer: question.pointer,
  }));
}

/** Lists the resources whose check shows this uploaded picture, in its draft or a version. */
export function listResourcesOfCheckPicture(ctx: Context, imageId: string): Promise<number[]> {
  return store.listResourcesOfPicture(ctx.db, imageId);
}
