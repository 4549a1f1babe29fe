import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/catalogue/content-admin.endpoints.ts';
import type { ContentState } from '#contract/catalogue/content-admin.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import * as assessment from '#contract/learning/assessment.endpoints.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { ApiError } from '#web/platform/errors.ts';
import { queryOf, refresh } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

/** Query of the current version and those before it, fetched again on each visit. */
export const contentState = queryOptions({ ...queryOf(endpoints.getContentState), staleTime: 0 });

export function useContentDownload() {
  return useMutation({
    mutationFn: (version: string) => download(addressOf(endpoints.exportContent, { params: { version } })),
    onError: (error) => toastFailure('The file was not downloaded', error),
  });
}

export const checkContent = (text: string) => call(endpoints.checkContent, { body: { text } });

/**
 * Publishes a file, or an older version again.
 * @param onConflict called when another version was published in between
 */
export function usePublishContent(onConflict: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { text: string; current: string } | { version: string; current: string }) =>
      'text' in given
        ? call(endpoints.publishContent, { body: given })
        : call(endpoints.restoreContent, { params: { version: given.version }, body: { current: given.current } }),
    onSuccess: async (state: ContentState) => {
      client.setQueryData(contentState.queryKey, state);
      await refresh(
        client,
        getPortalConfig,
        endpoints.getContentState,
        assessment.getAssessmentQuestions,
        assessment.getPublicAssessment,
        assessment.getAssessmentNeeds,
      );
      toast({ title: `Version ${state.current} is published`, tone: 'success' });
    },
    onError: async (error) => {
      toastFailure('The content was not published', error);
      if (!(error instanceof ApiError) || error.code !== 'content.not-current') return;
      await refresh(client, endpoints.getContentState);
      onConflict();
    },
  });
}
