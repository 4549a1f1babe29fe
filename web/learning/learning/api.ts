import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listResources } from '#contract/catalogue/search.endpoints.ts';
import * as endpoints from '#contract/learning/learning.endpoints.ts';
import type { AssignmentForm, AssignmentStatus } from '#contract/learning/learning.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { listOptions, listPageSize, pageQueryOf, queryOf, refresh } from '#web/platform/queries.ts';
import { assignedText } from './display.ts';

export const summaryQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getLearningSummary, { params: { id } }), staleTime: 0 });

/** Query of the people without a seat for resources that they still have to complete. */
export const withoutSeatQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getWithoutSeat, { params: { id } }), staleTime: 0 });

type Sought = { status?: AssignmentStatus; resourceId?: number; search?: string };

export function assignmentsQuery(id: number, sought: Sought & { page?: number; pageSize?: number }) {
  const query = { pageSize: listPageSize, ...sought };
  return queryOptions({ ...pageQueryOf(endpoints.listAssignments, { params: { id }, query }), ...listOptions });
}

/** Returns the URL of all assignments that match the filters, as a CSV file. */
export const fileAddress = (id: number, query: Sought) =>
  addressOf(endpoints.downloadAssignments, { params: { id }, query });

/** Query of the numbers of assignments of some people: all, completed and overdue. */
export const personLearningQuery = (id: number, userId: number[]) =>
  queryOptions({
    ...queryOf(endpoints.listPersonLearning, { params: { id }, query: { userId } }),
    staleTime: 0,
    enabled: userId.length > 0,
  });

export const ownAssignmentsQuery = queryOptions({
  ...queryOf(endpoints.listOwnAssignments, { query: {} }),
  staleTime: 0,
});

/** Query of the member's assignment of one resource. `progress` is in the key, because the assignment depends on it. */
export const ownAssignmentQuery = (resourceId: number, progress: string) => ({
  queryKey: [endpoints.listOwnAssignments.path, resourceId, progress],
  queryFn: () => call(endpoints.listOwnAssignments, { query: { resourceId } }),
  staleTime: 0,
});

/** Number of resources that a choice offers; a search finds the others. */
const offeredResources = 50;

/** Query of published resources to choose from. */
export function choiceQuery(search: string) {
  const query = { search: search || undefined, page: 1, pageSize: offeredResources };
  return queryOptions({ ...pageQueryOf(listResources, { query }), ...listOptions });
}

/** Endpoints whose responses depend on assignments. */
export const lists = [
  endpoints.getLearningSummary,
  endpoints.getWithoutSeat,
  endpoints.listAssignments,
  endpoints.listPersonLearning,
  endpoints.listOwnAssignments,
];

/**
 * Assigns resources; the dialog shows failures.
 * @param onSeats opens the organisation's seats
 */
export const useAssignLearning = (id: number, { onDone, onSeats }: { onDone: () => void; onSeats: () => void }) =>
  useAction({
    send: (body: AssignmentForm) => call(endpoints.assignLearning, { params: { id }, body }),
    done: ({ assigned, alreadyAssigned, withoutSeat }) => ({
      title:
        assigned === 0
          ? 'Nothing new was assigned'
          : assigned === 1
            ? '1 assignment was made'
            : `${assigned} assignments were made`,
      description: assignedText({ alreadyAssigned, withoutSeat }),
      ...(withoutSeat > 0 && { action: { label: 'Go to the seats', onPress: onSeats } }),
    }),
    changed: lists,
    onDone,
  });

/** One assignment, or all of a resource. */
export type Which = { assignmentId: number } | { resourceId: number };

/** Changes the due date of assignments; the dialog shows failures. */
export const useDueDay = (id: number, which: Which, onDone: () => void) =>
  useAction({
    send: async (dueOn: string): Promise<unknown> =>
      'assignmentId' in which
        ? call(endpoints.changeDueDay, { params: { id, ...which }, body: { dueOn } })
        : call(endpoints.changeDueDays, { params: { id, ...which }, body: { dueOn } }),
    done: () => ({ title: 'The due date was changed' }),
    changed: lists,
    onDone,
  });

export const useEndAssignments = (id: number, which: Which) =>
  useAction({
    send: async (): Promise<unknown> =>
      'assignmentId' in which
        ? call(endpoints.endAssignment, { params: { id, ...which } })
        : call(endpoints.endAssignments, { params: { id, ...which } }),
    failed: 'The assignment has not ended',
    done: () => ({ title: 'assignmentId' in which ? 'The assignment has ended' : 'The assignments have ended' }),
    changed: lists,
  });

/** Shares a completion from before the assignment with the organisation. */
export const useShareEarlier = () =>
  useAction({
    send: (assignmentId: number) => call(endpoints.shareEarlierCompletion, { params: { assignmentId } }),
    failed: 'The completion was not shared',
    done: ({ message }) => ({ title: 'Completed', description: message }),
    changed: lists,
  });

/** Returns a function that loads the member's assignments again. */
export const useRefreshOwn = () => {
  const client = useQueryClient();
  return () => refresh(client, endpoints.listOwnAssignments);
};
