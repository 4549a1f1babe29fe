import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as endpoints from '#contract/learning/assessment-rounds.endpoints.ts';
import type { RoundForm, RoundPlanForm } from '#contract/learning/assessment-rounds.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
import { useSingleMutation } from '#web/platform/single-mutation.ts';
import { toast } from '#web/platform/toast.ts';

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
export function useStartRound(id: number, onDone: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: RoundForm) => call(endpoints.startRound, { params: { id }, body }),
    onSuccess: async ({ title, invited }) => {
      await refresh(client, endpoints.listRounds);
      toast({
        title: `${title} was started`,
        description: invited === 1 ? '1 person gets an email.' : `${invited} people get an email.`,
        tone: 'success',
      });
      onDone();
    },
  });
}

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
export function useChangePlan(params: OneRound, onDone: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: RoundPlanForm) => call(endpoints.changeRoundPlan, { params, body }),
    onSuccess: async () => {
      await refresh(client, endpoints.getRoundPlan);
      onDone();
    },
  });
}

export function useRoundReport(params: OneRound) {
  return useAction({
    send: () => download(addressOf(endpoints.downloadRoundReport, { params })),
    failed: 'Download Failed',
    done: () => ({ title: 'Download Started', description: 'The report is being downloaded.' }),
  });
}
