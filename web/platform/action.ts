import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { refresh } from './queries.ts';
import { useSingleMutation } from './single-mutation.ts';
import { toast, toastFailure, toastUnlessShown } from './toast.ts';

type Action<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>;
  /** The toast's title of a failure; the server's sentence follows. */
  failed: string;
  /** Whether the requirements quote `failed`, so that its toast appears also when a form shows the failure. */
  isQuoted?: boolean;
  /** Description of a failure for which the server sent no sentence. */
  otherwise?: string;
  /** The toast of a success; without it, or with null, there is none. */
  done?: (answer: Answer) => { title: string; description?: string } | null;
  /** Endpoints whose data may have changed, also when the action failed. */
  changed?: readonly Pick<Endpoint, 'path'>[];
  onDone?: (answer: Answer) => void;
};

/**
 * Calls the server, one call at a time, reloads `changed` and shows a toast. A failure is shown before `changed` is
 * reloaded, and has no toast when a form shows it.
 */
export function useAction<Sent = void, Answer = unknown>(action: Action<Sent, Answer>) {
  const { send, failed, isQuoted, otherwise, done, changed = [], onDone } = action;
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      await refresh(client, ...changed);
      const said = done?.(answer);
      if (said) toast({ ...said, tone: 'success' });
      onDone?.(answer);
    },
    onError: (error) => {
      if (isQuoted) toastFailure(failed, error, otherwise);
      // A rejection often means that the page shows stale data.
      const refreshed = refresh(client, ...changed);
      if (!isQuoted) toastUnlessShown(failed, error, { otherwise, refreshed });
    },
  });
}
