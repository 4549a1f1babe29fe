import type { News, NewsForm } from '#contract/operations/notifications.ts';
import type { PageQuery } from '#contract/text.ts';
import { getAccount } from '#server/identity/accounts/actions.ts';
import { queueMail } from '#server/identity/accounts/mail-actions.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context, MemberContext } from '#server/platform/context.ts';
import { fail } from '#server/platform/failure.ts';
import type { ItemFailures } from '#server/platform/jobs/item-failures.ts';
import { enqueue } from '#server/platform/jobs/jobs.ts';
import { type DigestDeps, tokenOf } from './actions.ts';
import { newsMail } from './emails.ts';
import * as store from './store.ts';

const usualPage = 20;

/** Lists all news, newest first, also those that are still being sent. */
export async function listNews(ctx: Context, { page = 1, pageSize = usualPage }: PageQuery) {
  const rows = await store.listNews(ctx.db, { limit: pageSize, offset: (page - 1) * pageSize });
  return { items: rows.map(showNews), total: await store.countNews(ctx.db) };
}

/** Lists the news that are still being sent, with the number of members who will get them. */
export async function listUnfinishedNews(ctx: Context) {
  const rows = await store.listUnfinished(ctx.db);
  if (rows.length === 0) return [];
  const agreed = await store.countAgreed(ctx.db);
  return rows.map(({ id, subject, recipient_count }) => ({
    id,
    subject,
    sent: recipient_count,
    // The number of agreed members may fall below the number of mails, because members who were mailed can opt out.
    total: Math.max(agreed, recipient_count),
  }));
}

export async function getNewsAudience(ctx: Context) {
  return { memberCount: await store.countAgreed(ctx.db) };
}

/** Mails news only to the caller. @returns the caller's email address */
export async function sendTestNews(ctx: MemberContext, { sealer, portal }: DigestDeps, form: NewsForm) {
  const reader = await getAccount(ctx);
  const posting = { kind: 'account', key: `news-test:${ctx.origin.requestId}` } as const;
  const token = tokenOf(sealer, 'marketingEmails', reader);
  await queueMail(ctx.db, posting, newsMail(reader, { ...form, token }, await portal.site(ctx)));
  await audit(ctx, { object: 'news', action: 'send-test', objectId: ctx.origin.requestId, after: form });
  return reader.email;
}

/**
 * Starts mailing news to every member who agreed to get them.
 * @throws notifications.news-sent, notifications.news-unread
 */
export async function sendNews(ctx: MemberContext, form: NewsForm): Promise<News> {
  if ((await store.countAgreed(ctx.db)) === 0) throw fail('notifications.news-unread');
  const inserted = await store.insertNews(ctx.db, form, ctx.actor.userId);
  const row = inserted && (await store.findNews(ctx.db, inserted.id));
  if (!row) throw fail('notifications.news-sent');
  await audit(ctx, { object: 'news', action: 'send', objectId: row.id, after: form });
  await enqueue(ctx.db, 'send-news', { newsId: row.id }, { key: `send-news:${row.id}` });
  return showNews(row);
}

/** Number of readers who are mailed in one transaction. */
const batchSize = 200;

/**
 * Queues the next mails of news and records the position in the same transaction, so that an interrupted job continues
 * there. @returns whether these were the last mails
 */
export async function queueNews(
  ctx: Context,
  { sealer, portal }: DigestDeps,
  newsId: number,
  failures: ItemFailures,
): Promise<boolean> {
  const news = await store.lockUnsentNews(ctx.db, newsId);
  if (!news) return true;
  const readers = await store.listAgreed(ctx.db, news.last_user_id, batchSize);
  const site = await portal.site(ctx);
  let added = 0;
  for (const reader of readers) {
    const isQueued = await failures.attemptInside(ctx.db, `member ${reader.id}`, () => {
      const written = { subject: news.subject, text: news.text, token: tokenOf(sealer, 'marketingEmails', reader) };
      const posting = { kind: 'marketing', key: `news:${reader.id}:${newsId}` } as const;
      return queueMail(ctx.db, posting, newsMail(reader, written, site));
    });
    if (isQueued) added += 1;
  }
  const isFinished = readers.length < batchSize;
  const lastUserId = readers.at(-1)?.id ?? news.last_user_id;
  await store.updateNews(ctx.db, newsId, { lastUserId, added, isFinished });
  return isFinished;
}

function showNews({ id, subject, text, sentBy, created_at, recipient_count, finished_at }: store.NewsRow): News {
  return {
    id,
    subject,
    text,
    sentBy,
    createdAt: created_at.toISOString(),
    recipientCount: recipient_count,
    isFinished: finished_at !== null,
  };
}
