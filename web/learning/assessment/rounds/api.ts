import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/learning/assessment-rounds.endpoints.ts';
import type { RoundForm, RoundPlanForm } from '#contract/learning/assessment-rounds.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf } from '#web/platform/queries.ts';

export type OneRound = { id: number; roundId: number };

export const roundsQuery = (id: number, page: number) =>
  queryOptions({
    ...pageQueryOf(endpoints.listRounds, { params: { id }, query: { page, pageSize: listPageSize } }),
    ...listOptions,
  });

/** Query of the questions of an open round, with the reader's own answers. */
export const sheetQuery = (params: OneRound) =>
  queryOptions({ ...queryOf(endpoints.getRoundSheet, { params }), staleTime: 0, gcTime: 0 });

export const resultsQuery = (params: OneRound) => queryOf(endpoints.getRoundResults, { params });

export const planQuery = (params: OneRound) =>
  queryOptions({ ...queryOf(endpoints.getRoundPlan, { params }), staleTime: 0 });

/** Starts a round; the dialog shows failures. */
export const useStartRound = (id: number, onDone: () => void) =>
  useAction({
    send: (body: RoundForm) => call(endpoints.startRound, { params: { id }, body }),
    done: ({ title, invited }) => ({
      title: `${title} was started`,
      description: invited === 1 ? '1 person gets an email.' : `${invited} people get an email.`,
    }),
    changed: [endpoints.listRounds],
    onDone,
  });

export const useCloseRound = (params: OneRound) =>
  useAction({
    send: () => call(endpoints.closeRound, { params }),
    failed: 'The round was not closed',
    done: ({ title }) => ({ title: `${title} is closed` }),
    changed: [endpoints.listRounds, endpoints.getRoundResults],
  });

export function useAnswerRound(params: OneRound, version: string) {
  return useAction({
    send: (answers: Record<string, string>) =>
      call(endpoints.answerRound, { params, body: { contentVersion: version, answers } }),
    failed: 'Your answers were not saved',
    done: () => ({ title: 'Your answers are saved', description: 'You can change them until the round closes.' }),
    changed: [endpoints.listRounds, endpoints.getRoundSheet],
  });
}

/** Saves owner, day and status of an action; the dialog shows failures. */
export const useChangePlan = (params: OneRound, onDone: () => void) =>
  useAction({
    send: (body: RoundPlanForm) => call(endpoints.changeRoundPlan, { params, body }),
    changed: [endpoints.getRoundPlan],
    onDone,
  });

export function useRoundReport(params: OneRound) {
  return useAction({
    send: () => download(addressOf(endpoints.downloadRoundReport, { params })),
    failed: 'Download Failed',
    done: () => ({ title: 'Download Started', description: 'The report is being downloaded.' }),
  });
}
