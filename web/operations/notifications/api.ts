import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/operations/notifications.endpoints.ts';
import type { NewsForm } from '#contract/operations/notifications.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';

/** Stops the mails of an unsubscribe link; works without signing in. */
export const useUnsubscribe = (token: string) =>
  useAction({ send: () => call(endpoints.unsubscribe, { query: { token } }) });

/** Interval at which the list is fetched while news are being sent. */
const askAgainMs = 2000;

/** Query of a page of the sent product news, repeated while news are being sent. */
export function newsQuery(page: number) {
  return queryOptions({
    ...pageQueryOf(endpoints.listNews, { query: { page, pageSize: listPageSize } }),
    ...listOptions,
    refetchInterval: ({ state }) => (state.data?.items.some(({ isFinished }) => !isFinished) ? askAgainMs : false),
  });
}

/** Query of the number of members who would get news now. */
export const newsAudienceQuery = queryOptions({ ...queryOf(endpoints.getNewsAudience), staleTime: 0 });

/** Mails news only to the administrator. */
export const useSendTestNews = () =>
  useAction({
    send: (body: NewsForm) => call(endpoints.sendTestNews, { body }),
    failed: 'The test was not sent',
    done: ({ message }) => ({ title: 'Test sent', description: message }),
  });

/**
 * Mails news to every member with Marketing Emails on and a verified address; calls `onSent` when the list contains the
 * news.
 */
export const useSendNews = (onSent: () => void) =>
  useAction({
    send: (body: NewsForm) => call(endpoints.sendNews, { body }),
    failed: 'The news was not sent',
    done: ({ subject }) => ({ title: 'The news is being sent', description: subject }),
    changed: [endpoints.listNews],
    onDone: onSent,
  });
