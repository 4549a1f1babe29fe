import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/catalogue/imports.endpoints.ts';
import type { Import, ImportProblemQuery } from '#contract/catalogue/imports.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call, callForPage } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { pageQueryOf, queryOf } from '#web/platform/queries.ts';
import { isWorking } from './display.ts';

/** Interval at which a running import is fetched, so that its progress bar moves. */
const askAgainMs = 1000;

export const pastPageSize = 10;
export const problemPageSize = 25;

/** Query of a page of the imports, newest first, repeated while one is running. */
export function importsQuery(page: number) {
  return queryOptions({
    ...pageQueryOf(endpoints.listImports, { query: { page, pageSize: pastPageSize } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isWorking) ? askAgainMs : false),
  });
}

/** Query of one import, repeated while it is running. */
export function importQuery(id: number) {
  return queryOptions({
    ...queryOf(endpoints.getImport, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? askAgainMs : false),
  });
}

/**
 * Query of a page of an import's findings. `found` is their total, so that the page is fetched again when it changes.
 */
export function importProblemsQuery(id: number, filter: ImportProblemQuery, found: number) {
  const input = { params: { id }, query: { ...filter, pageSize: problemPageSize } };
  return queryOptions({
    queryKey: [endpoints.listImportProblems.path, input, found],
    queryFn: ({ signal }) => callForPage(endpoints.listImportProblems, { ...input, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

const steps = {
  run: { endpoint: endpoints.runImport, failure: 'Import failed' },
  check: { endpoint: endpoints.recheckImport, failure: 'Check failed' },
  cancel: { endpoint: endpoints.cancelImport, failure: 'Cancel failed' },
} as const;

/** Starts the next step of an import: import, check again or cancel. */
export function useImportStep({ id }: Import, step: keyof typeof steps) {
  const { endpoint, failure } = steps[step];
  return useAction({
    send: () => call(endpoint, { params: { id } }),
    failed: failure,
    changed: [endpoints.getImport, endpoints.listImports, endpoints.listImportProblems],
  });
}

export function useDownload(address: string) {
  return useAction({ send: () => download(address), failed: 'Download Failed' });
}

/** Returns the URL of the catalogue as a file. */
export const exportAddress = (format: 'csv' | 'json') => addressOf(endpoints.exportCatalogue, { query: { format } });

/** Returns the URL of all findings as a file. */
export const reportAddress = (id: number) => addressOf(endpoints.downloadImportReport, { params: { id } });
