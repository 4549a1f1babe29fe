import { useNavigate } from '@tanstack/react-router';
import { getResource } from '#contract/catalogue/catalogue.endpoints.ts';
import {
  changePlanEntry,
  createAttempt,
  downloadReport,
  getAssessmentNeeds,
  getAssessmentQuestions,
  getAttempt,
  getOwnAssessment,
  listAttempts,
  removePlanEntry,
} from '#contract/learning/assessment.endpoints.ts';
import type { ChangePlanEntry, NewAttempt } from '#contract/learning/assessment.ts';
import { withToken } from '#contract/learning/tool-address.ts';
import { generateToolToken, updateToolSession } from '#contract/learning/tools.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { today } from '#web/platform/clock.ts';
import { download } from '#web/platform/download.ts';
import { queryOf } from '#web/platform/queries.ts';
import { newRun } from './run-display.ts';

export const questionsQuery = queryOf(getAssessmentQuestions);

export const needsQuery = queryOf(getAssessmentNeeds);

export const assessmentPath = '/tools/responsible-ai-assessment';

/** Stores a run as an attempt and opens its result; `replace` replaces the current entry of the history. */
export function useViewResults({ replace = false } = {}) {
  const navigate = useNavigate();
  return useAction({
    send: (body: NewAttempt) => call(createAttempt, { body }),
    failed: 'Results could not be computed',
    changed: [getAttempt, listAttempts, getOwnAssessment, getAssessmentNeeds],
    onDone: ({ id }) => navigate({ to: '/tools/responsible-ai-assessment', search: { attempt: String(id) }, replace }),
  });
}

/** Plan entry of a new action: without owner and day, not done. */
const newEntry: ChangePlanEntry = { isDone: false, owner: null, dueOn: null };

/** Saves owner, day and state of an action of the plan. */
export function useNoteAction(attemptId: number, actionId: string) {
  return useAction({
    send: (body: ChangePlanEntry) => call(changePlanEntry, { params: { id: attemptId, actionId }, body }),
    failed: 'The plan was not changed',
    changed: [getAttempt],
  });
}

export function useAddActions(attemptId: number) {
  return useAction({
    send: (actionIds: readonly string[]) =>
      Promise.all(
        actionIds.map((actionId) => call(changePlanEntry, { params: { id: attemptId, actionId }, body: newEntry })),
      ),
    failed: 'The plan was not changed',
    changed: [getAttempt],
  });
}

/** Removes an action from the plan, and offers to undo that. */
export function useRemoveAction(attemptId: number, actionId: string) {
  const { mutate: restore } = useNoteAction(attemptId, actionId);
  return useAction({
    send: (_before: ChangePlanEntry) => call(removePlanEntry, { params: { id: attemptId, actionId } }),
    failed: 'The plan was not changed',
    done: ({ message }, before) => ({
      title: message,
      tone: 'neutral',
      action: { label: 'Undo', onPress: () => restore(before) },
    }),
    changed: [getAttempt],
  });
}

export function useReport(id: number) {
  return useAction({
    send: () => download(addressOf(downloadReport, { params: { id } })),
    failed: 'Download Failed',
    done: () => ({ title: 'Download Started', description: 'The report is being downloaded.' }),
  });
}

/**
 * Opens the questions in the same tab, with the saved answers; a retake removes them first. The page loads with a token
 * in its URL.
 */
export function useOpenQuestions(resourceId: number) {
  return useAction({
    send: async ({ isRetake }: { isRetake: boolean }) => {
      const { onlineProductId } = await call(getResource, { params: { id: resourceId } });
      if (onlineProductId === null) throw new Error('Tool configuration not found');
      const { token } = await call(generateToolToken, { body: { resourceId, onlineProductId } });
      if (isRetake) {
        await call(updateToolSession, { body: { token, sessionData: newRun(today().toISOString()) } });
      }
      location.assign(withToken(assessmentPath, token));
    },
    failed: 'Access Error',
    otherwise: 'Failed to access tool',
  });
}
