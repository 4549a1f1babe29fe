import { plainTextOf } from '#contract/catalogue/articles-text.ts';
import { type Citation, dataNotice, type ReadForm, type ReadText } from '#contract/operations/mcp.ts';
import type { ToolInput, ToolOutput } from '#contract/operations/mcp-tools.ts';
import { findArticle } from '#server/catalogue/articles/actions.ts';
import { requireAccess } from '#server/commerce/access/actions.ts';
import { getCurrentUser } from '#server/identity/accounts/actions.ts';
import { getPages } from '#server/learning/library/download-actions.ts';
import { recordStep } from '#server/learning/progress/actions.ts';
import type { MemberFlowContext } from '#server/platform/context.ts';
import { Failure, fail, failBusy } from '#server/platform/failure.ts';
import type { Arrival, Blobs } from '#server/platform/files/blobs.ts';
import { withPdfReader } from '#server/platform/files/pdf-reader.ts';
import type { Limit, Limiter } from '#server/platform/http/limits.ts';
import { threadPlaces } from '#server/platform/threads/threads.ts';
import { type CatalogueDeps, findSubject } from '../catalogue-actions.ts';
import {
  cursorOf,
  explainClosed,
  mostPagesAtOnce,
  mostPagesInAnHour,
  mostTextInAnHour,
  type Position,
  passagesFrom,
  positionOf,
  roomForText,
} from '../rules.ts';

/** Limits of reading by assistants; `parts` has its maximum for each document. */
export type ReadingLimits = { member: Limit; parts: Omit<Limit, 'max'> & { factor: number } };

export type ReadingDeps = CatalogueDeps & { blobs: Blobs; limiter: Limiter; limits: ReadingLimits };

type Part = { page: number | null; text: string };

/**
 * The pages of a resource from a position on, or its whole text. `mostInAnHour` is how much of it a member's assistants
 * may read in an hour, before the limits' factor: pages, or thousands (1,024) of characters of a text without pages.
 */
type Content = { parts: Part[]; pageCount: number | null; mostInAnHour: number; endsBefore: Position | null };

const noWords = 'These pages hold no words; they may be pictures. Open them in the portal.';

const noText = 'This resource has no text that can be read here. Open it in the portal.';

/**
 * Returns the text of a resource to a member with access, as much as one response holds. To others it explains the
 * access.
 * @throws catalogue.not-found, request.too-many, request.busy, mcp.no-such-page, mcp.page-order, mcp.unreadable,
 * mcp.read-enough
 */
export async function readResource(ctx: MemberFlowContext, form: ReadForm, deps: ReadingDeps): Promise<ReadText> {
  const { resourceId } = form;
  const { access, citation } = await findSubject(ctx, resourceId, deps);
  const closed = { notice: dataNotice, resourceId, access, pageCount: null, passages: [], nextCursor: null, citation };
  if (!access.hasAccess) return { ...closed, explanation: explainClosed(access, citation.url) };
  await deps.limiter.take(deps.limits.member, String(ctx.actor.userId));
  const start = form.cursor === undefined ? null : positionOf(form.cursor);
  const content = (await findText(ctx, form, start)) ?? (await findPages(ctx, form, { start, ...deps }));
  if (!content) return { ...closed, explanation: noText };
  const { passages, rest } = passagesFrom(content.parts, start ?? { page: 0, offset: 0 });
  await countRead(ctx, { resourceId, passages, content }, deps);
  await recordReading(ctx, resourceId);
  const next = rest ?? content.endsBefore;
  return {
    ...closed,
    pageCount: content.pageCount,
    passages,
    explanation: passages.every(({ text }) => text.trim() === '') ? noWords : null,
    nextCursor: next && cursorOf(next),
    citation: { ...citation, page: passages[0]?.page ?? null },
  };
}

/** Finds the text of an article; null when there is none, or when pages are asked for. */
async function findText(ctx: MemberFlowContext, form: ReadForm, start: Position | null): Promise<Content | null> {
  if (form.fromPage !== undefined || form.toPage !== undefined || (start?.page ?? 0) > 0) return null;
  await requireAccess(ctx, form.resourceId);
  const article = await findArticle(ctx, form.resourceId);
  if (!article) return null;
  const text = plainTextOf(article.document);
  return {
    parts: [{ page: null, text }],
    pageCount: null,
    mostInAnHour: mostTextInAnHour(text.length),
    endsBefore: null,
  };
}

/** At most two PDFs are read for assistants at the same time on this node. */
const places = threadPlaces(2);

/** Time limits in milliseconds, because a caller waits. */
const readingTimes = { limitMs: 15_000, patienceMs: 10_000 };

type PageDeps = ReadingDeps & { start: Position | null };

/** Reads pages of a PDF in a separate thread; null for a resource without pages. */
async function findPages(
  ctx: MemberFlowContext,
  { resourceId, fromPage = 1, toPage = Number.MAX_SAFE_INTEGER }: ReadForm,
  { start, blobs }: PageDeps,
): Promise<Content | null> {
  const from = start && start.page > 0 ? start.page : fromPage;
  if (toPage < from) throw fail('mcp.page-order');
  const download = await getPages(ctx, resourceId).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'library.no-pages') return null;
    throw error;
  });
  if (!download) return null;
  // Acquires a place before the file is copied, so that concurrent calls need room for at most two copies.
  const leave = await places.enter(readingTimes.patienceMs);
  if (!leave) throw failBusy(10);
  let copy: Arrival | null = null;
  try {
    copy = await blobs.receive(await blobs.open(download.blobId), { maxBytes: Number.POSITIVE_INFINITY });
    const { path } = copy;
    const to = Math.min(toPage, from + mostPagesAtOnce - 1);
    const range = { from, to, enough: (start?.offset ?? 0) + roomForText };
    const read = await withPdfReader((reader) => reader.read(path, range), readingTimes);
    if (!read) throw fail('mcp.unreadable');
    const { pageCount, pages } = read;
    if (from > pageCount) throw fail('mcp.no-such-page', { pages: pageCount });
    const last = pages.at(-1)?.page ?? from;
    const isEnd = last >= Math.min(toPage, pageCount);
    return {
      parts: pages,
      pageCount,
      mostInAnHour: mostPagesInAnHour(pageCount),
      endsBefore: isEnd ? null : { page: last + 1, offset: 0 },
    };
  } finally {
    await copy?.drop();
    leave();
  }
}

type Read = { resourceId: number; passages: readonly Part[]; content: Content };

/**
 * Counts the passages of a response against the part of a document that may be read in an hour.
 * @throws mcp.read-enough
 */
async function countRead(
  ctx: MemberFlowContext,
  { resourceId, passages, content }: Read,
  { limiter, limits: { parts } }: ReadingDeps,
): Promise<void> {
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
  const amount = content.pageCount === null ? Math.max(1, Math.ceil(characters / 1024)) : passages.length;
  const { factor, ...limit } = parts;
  const ofDocument = { ...limit, max: content.mostInAnHour * factor };
  if (!(await limiter.takeWhole(ofDocument, `${ctx.actor.userId}:${resourceId}`, amount))) {
    throw fail('mcp.read-enough');
  }
}

/** Counts reading as access in the member's progress, unless the member switched Activity Tracking off (SET-03). */
async function recordReading(ctx: MemberFlowContext, resourceId: number): Promise<void> {
  const { activityTracking } = await getCurrentUser(ctx);
  if (activityTracking) await ctx.transaction((inner) => recordStep(inner, resourceId, 'opened'));
}

/**
 * Reads a resource as `readResource` does, and returns it in the schema that ChatGPT requires.
 * @throws catalogue.not-found, request.too-many, request.busy, mcp.no-such-page, mcp.page-order, mcp.unreadable,
 * mcp.read-enough
 */
export async function fetchForChat(
  ctx: MemberFlowContext,
  { id }: ToolInput<'fetch'>,
  deps: ReadingDeps,
): Promise<ToolOutput<'fetch'>> {
  const [resource = '', cursor] = id.split(':');
  const resourceId = Number(resource);
  if (resourceId < 1 || resourceId > 2_147_483_647) throw fail('catalogue.not-found');
  const read = await readResource(ctx, { resourceId, cursor }, deps);
  const { citation, passages, explanation, nextCursor } = read;
  return {
    id,
    title: citation.title,
    text: explanation ?? passages.map(showPassage).join('\n\n'),
    url: citation.url,
    metadata: {
      notice: dataNotice,
      version: textOf(citation.version),
      page: textOf(citation.page),
      next: nextCursor === null ? null : `${resource}:${nextCursor}`,
    },
  };
}

const textOf = (number: Citation['page']) => (number === null ? null : String(number));

const showPassage = ({ page, text }: Part) => (page === null ? text : `[Page ${page}]\n${text}`);
