import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  changePlanEntry,
  createAttempt,
  downloadReport,
  getAssessmentNeeds,
  getAssessmentQuestions,
  getAttempt,
  listAttempts,
} from '#contract/assessment.endpoints.ts';
import type { ChangePlanEntry, NewAttempt } from '#contract/assessment.ts';
import { getResource } from '#contract/catalogue.endpoints.ts';
import { withToken } from '#contract/tool-address.ts';
import { generateToolToken, updateToolSession } from '#contract/tools.endpoints.ts';
import { addressOf, call } from '../../platform/api.ts';
import { today } from '../../platform/clock.ts';
import { download } from '../../platform/download.ts';
import { pageQueryOf, queryOf, refresh } from '../../platform/queries.ts';
import { toast, toastFailure } from '../../platform/toast.ts';
import { newRun } from './run-display.ts';

export const questionsQuery = queryOf(getAssessmentQuestions);

export const resultQuery = (id: number) => queryOf(getAttempt, { params: { id } });

export const needsQuery = queryOf(getAssessmentNeeds);

/** The tool's address, which its token is added to; the page is loaded anew with it. */
export const assessmentPath = '/tools/responsible-ai-assessment';

/** How many attempts a page of the history shows. */
export const historyPageSize = 10;

export const historyQuery = (page: number) => pageQueryOf(listAttempts, { query: { page, pageSize: historyPageSize } });

/** Requests the result of a run and opens it, in place of the present entry of the history with `replace`. */
export function useViewResults({ replace = false } = {}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: NewAttempt) => call(createAttempt, { body }),
    onSuccess: async ({ id }) => {
      await refresh(client, getAttempt, listAttempts, getAssessmentNeeds);
      await navigate({ to: '/tools/responsible-ai-assessment', search: { attempt: String(id) }, replace });
    },
    onError: (error) => toastFailure('Results could not be computed', error),
  });
}

/** Saves owner, date and state of an action. */
export function useNoteAction(attemptId: number, actionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePlanEntry) => call(changePlanEntry, { params: { id: attemptId, actionId }, body }),
    onSuccess: () => refresh(client, getAttempt),
    onError: (error) => toastFailure('The plan was not changed', error),
  });
}

/** Saves the report. */
export function useReport(id: number) {
  return useMutation({
    mutationFn: () => download(addressOf(downloadReport, { params: { id } })),
    onSuccess: () =>
      toast({ title: 'Download Started', description: 'The report is being downloaded.', tone: 'success' }),
    onError: (error) => toastFailure('Download Failed', error),
  });
}

/**
 * Opens the questions from a result, with the saved answers or with none. A result needs no token, so the page is
 * loaded again with one in its address.
 */
export function useOpenQuestions(resourceId: number) {
  return useMutation({
    mutationFn: async ({ isRetake }: { isRetake: boolean }) => {
      const { onlineProductId } = await call(getResource, { params: { id: resourceId } });
      if (onlineProductId === null) throw new Error('Tool configuration not found');
      const { token } = await call(generateToolToken, { body: { resourceId, onlineProductId } });
      if (isRetake) {
        await call(updateToolSession, { body: { token, sessionData: newRun(today().toISOString()) } });
      }
      location.assign(withToken(assessmentPath, token));
    },
    onError: (error) => toastFailure('Access Error', error, 'Failed to access tool'),
  });
}
