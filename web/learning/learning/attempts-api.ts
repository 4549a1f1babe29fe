import { giveFurtherAttempts } from '#contract/learning/checks.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { lists } from './api.ts';

/** Gives a person one attempt beyond those of each day, for the check of an assigned resource. */
export const useGiveAttempt = (id: number, assignmentId: number, name: string) =>
  useAction({
    send: () => call(giveFurtherAttempts, { params: { id, assignmentId }, body: { attempts: 1 } }),
    failed: 'No attempt was given',
    done: () => ({ title: 'One more attempt was given', description: `${name} can use it on any day.` }),
    changed: lists,
  });
