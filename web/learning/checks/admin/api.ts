import { queryOptions } from '@tanstack/react-query';
import { getCheck } from '#contract/learning/checks.endpoints.ts';
import * as endpoints from '#contract/learning/checks-admin.endpoints.ts';
import type { AdminCheck, CheckFileForm, CheckImportForm, VoidForm } from '#contract/learning/checks-admin.ts';
import type { CheckContent } from '#contract/learning/checks-content.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { queryOf } from '#web/platform/queries.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';
import { questionsText } from '../check-display.ts';

export const adminCheckQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getAdminCheck, { params: { id } }), staleTime: 0 });

/** Statistics of a version, by default of the published one. */
export const statisticsQuery = (id: number, version?: number) =>
  queryOptions({ ...queryOf(endpoints.getCheckStatistics, { params: { id }, query: { version } }), staleTime: 0 });

export const previewQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.previewCheck, { params: { id } }), staleTime: 0, gcTime: 0 });

export const extraTimeQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.listExtraTime, { params: { id } }), staleTime: 0 });

export const saveDraft = (id: number, content: CheckContent, updatedAt: string | null) =>
  call(endpoints.saveCheck, { params: { id }, body: { content, updatedAt: updatedAt ?? undefined } });

export const fetchCheck = (id: number) => call(endpoints.getAdminCheck, { params: { id } });

const changed = [endpoints.getCheckStatistics, getCheck];

/** Publishes the saved draft. */
export const usePublish = (id: number, onDone: (check: AdminCheck) => void) =>
  useAction({
    send: (updatedAt: string) => call(endpoints.publishCheck, { params: { id }, body: { updatedAt } }),
    failed: 'The check was not published',
    done: ({ published }) => ({
      title: 'Check published',
      description: published ? `Members take version ${published.version} from now on.` : undefined,
    }),
    changed,
    onDone,
  });

export const useRemoveCheck = (id: number, onDone: (check: AdminCheck) => void) =>
  useAction({
    send: () => call(endpoints.removeCheck, { params: { id } }),
    failed: 'The check was not removed',
    done: () => ({ title: 'Check removed', description: 'The draft and all attempts stay.' }),
    changed,
    onDone,
  });

/** Voids a faulty question, which then counts as right for everybody. */
export const useVoid = (id: number, onDone: (check: AdminCheck) => void) =>
  useAction({
    send: ({ questionId, ...body }: { questionId: string } & VoidForm) =>
      call(endpoints.voidQuestion, { params: { id, questionId }, body }),
    failed: 'The question still counts',
    done: () => ({
      title: 'The question counts as right for everybody',
      description: 'Scores are counted again, and people whose score rises get an email.',
    }),
    changed,
    onDone,
  });

/** Lists the mistakes of a file, or its contents. */
export const usePreviewFile = (id: number) =>
  useAction({
    send: (body: CheckFileForm) => call(endpoints.previewCheckFile, { params: { id }, body }),
    failed: 'The file was not read',
  });

/** Adds the questions of a file to the draft, or replaces its questions and, if the file has any, its settings. */
export const useImportFile = (id: number, onDone: (check: AdminCheck) => void) =>
  useAction({
    send: (body: CheckImportForm) => call(endpoints.importCheckFile, { params: { id }, body }),
    failed: 'Nothing was imported',
    done: ({ content }) => ({
      title: 'Questions imported',
      description: `The draft has ${questionsText(content.questions.length)} now. Members see them once you publish.`,
    }),
    onDone,
  });

/** Downloads the draft, or a version, as a JSON file. */
export async function exportCheck(id: number, version?: number): Promise<void> {
  try {
    await download(addressOf(endpoints.exportCheck, { params: { id }, query: { version } }));
    toast({ title: 'Download Started', description: 'The check is being downloaded.', tone: 'success' });
  } catch (error) {
    toastFailure('The check was not downloaded', error);
  }
}

/** Gives a person more time; 0 minutes take it back. */
export const useExtraTime = (id: number, onDone: () => void) =>
  useAction({
    send: ({ userId, minutes }: { userId: number; minutes: number }) =>
      call(endpoints.setExtraTime, { params: { id, userId }, body: { minutes } }),
    failed: 'The extra time was not saved',
    done: () => ({ title: 'The extra time was saved' }),
    changed: [endpoints.listExtraTime],
    onDone,
  });
