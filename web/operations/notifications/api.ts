import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/operations/notifications.endpoints.ts';
import type { NewsForm } from '#contract/operations/notifications.ts';
import { call } from '../../platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';

/** Stops the mails of an unsubscribe link; works without signing in. */
export function useUnsubscribe(token: string) {
  return useMutation({ mutationFn: () => call(endpoints.unsubscribe, { query: { token } }) });
}

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
export function useSendTestNews() {
  return useMutation({
    mutationFn: (body: NewsForm) => call(endpoints.sendTestNews, { body }),
    onSuccess: ({ message }) => toast({ title: 'Test sent', description: message, tone: 'success' }),
    onError: (error) => toastFailure('The test was not sent', error),
  });
}

/** Mails news to every member who agreed; calls `onSent` when the list contains the news. */
export function useSendNews(onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewsForm) => call(endpoints.sendNews, { body }),
    onSuccess: async ({ subject }) => {
      await refresh(client, endpoints.listNews);
      toast({ title: 'The news is being sent', description: subject, tone: 'success' });
      onSent();
    },
    onError: (error) => toastFailure('The news was not sent', error),
  });
}
