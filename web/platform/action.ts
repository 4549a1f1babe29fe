import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import { refresh } from './queries.ts';
import { toast, toastFailure } from './toast.ts';

type Action<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>;
  /** The toast's title of a failure; the server's sentence follows. */
  failed: string;
  /** Description of a failure for which the server sent no sentence. */
  otherwise?: string;
  /** The toast of a success; null shows none. */
  done: (answer: Answer) => { title: string; description?: string } | null;
  /** Endpoints whose answers may have changed, also when the action failed. */
  changed: readonly Pick<Endpoint, 'path'>[];
  onDone?: (answer: Answer) => void;
};

/** Calls the server, reloads `changed`, also after a failure, then shows a toast. */
export function useAction<Sent = void, Answer = unknown>(action: Action<Sent, Answer>) {
  const { send, failed, otherwise, done, changed, onDone } = action;
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      await refresh(client, ...changed);
      const said = done(answer);
      if (said) toast({ ...said, tone: 'success' });
      onDone?.(answer);
    },
    onError: async (error) => {
      toastFailure(failed, error, otherwise);
      // A refusal often says that the page shows a former state.
      await refresh(client, ...changed);
    },
  });
}
