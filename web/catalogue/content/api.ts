import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/catalogue/content-admin.endpoints.ts';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import * as assessment from '#contract/learning/assessment.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { ApiError } from '#web/platform/errors.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the current version and those before it, fetched again on each visit. */
export const contentState = queryOptions({ ...queryOf(endpoints.getContentState), staleTime: 0 });

/** Downloads a version; others can be downloaded at the same time. */
export const useContentDownload = () =>
  useAction({
    isConcurrent: true,
    send: (version: string) => download(addressOf(endpoints.exportContent, { params: { version } })),
    failed: 'The file was not downloaded',
  });

export const checkContent = (text: string) => call(endpoints.checkContent, { body: { text } });

/**
 * Publishes a file, or an older version again.
 * @param onConflict called when another version was published in between
 */
export const usePublishContent = (onConflict: () => void) =>
  useAction({
    send: (given: { text: string; current: string } | { version: string; current: string }) =>
      'text' in given
        ? call(endpoints.publishContent, { body: given })
        : call(endpoints.restoreContent, { params: { version: given.version }, body: { current: given.current } }),
    failed: 'The content was not published',
    keep: (client, state) => client.setQueryData(contentState.queryKey, state),
    done: ({ current }) => ({ title: `Version ${current} is published` }),
    changed: [
      getPortalConfig,
      endpoints.getContentState,
      assessment.getAssessmentQuestions,
      assessment.getPublicAssessment,
      assessment.getAssessmentNeeds,
    ],
    onFailed: (error) => error instanceof ApiError && error.code === 'content.not-current' && onConflict(),
  });
