import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from './errors.ts';
import { refresh } from './queries.ts';
import { type Toast, toast, toastFailure, toastUnlessShown } from './toast.ts';

type Action<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>;
  /**
   * The toast's title of a failure, or a function that returns null for one without a toast; the server's sentence
   * follows. Without `failed` the form or dialog shows every failure.
   */
  failed?: string | ((error: Error, sent: Sent) => string | null);
  /** Whether the toast appears also when a form shows the failure, as where the requirements quote `failed`. */
  isQuoted?: boolean;
  /** Description of a failure for which the server sent no sentence. */
  otherwise?: string | ((error: Error) => string | undefined);
  /** Writes the answer to the cache, before `changed` is reloaded. */
  keep?: (client: QueryClient, answer: Answer) => unknown;
  /** The toast of a success; without it, or with null, there is none. */
  done?: (answer: Answer, sent: Sent) => Omit<Toast, 'id'> | null;
  /**
   * Endpoints whose data may have changed, also when the action failed. A form that shows every failure stays as it is
   * then: without `failed` they are reloaded only after a success.
   */
  changed?: readonly Pick<Endpoint, 'path'>[];
  /** Called after the toast; the action is pending until its promise settles. */
  onDone?: (answer: Answer, sent: Sent) => unknown;
  /** Called after a failure, when `changed` is reloaded. */
  onFailed?: (error: Error, sent: Sent) => unknown;
  /** Whether a call while another one runs is sent too, as for several files. */
  isConcurrent?: boolean;
  /** Name of a queue, whose calls are all sent, one after another. */
  queue?: string;
};

/**
 * Calls the server, reloads `changed` and shows a toast. A failure is shown before `changed` is reloaded, and has no
 * toast when a form shows it.
 *
 * A call while another one runs sends nothing and gets the answer of that one: `isPending` changes with the next render,
 * which is too late for a double click.
 */
export function useAction<Sent = void, Answer = unknown>(action: Action<Sent, Answer>) {
  const { send, failed, isQuoted, otherwise, keep, done, changed = [], onDone, onFailed, isConcurrent, queue } = action;
  const client = useQueryClient();
  const running = useRef<Promise<Answer>>(null);
  const mutation = useMutation<Answer, Error, Sent>({
    mutationFn: (sent) => send(sent),
    ...(queue !== undefined && { scope: { id: queue } }),
    onSuccess: async (answer, sent) => {
      keep?.(client, answer);
      await refresh(client, ...changed);
      const said = done?.(answer, sent);
      if (said) toast({ tone: 'success', ...said });
      await onDone?.(answer, sent);
    },
    onError: (error, sent) => {
      const title = typeof failed === 'function' ? failed(error, sent) : failed;
      const text = typeof otherwise === 'function' ? otherwise(error) : otherwise;
      if (title && isQuoted) toastFailure(title, error, text);
      const isSignedOut = error instanceof ApiError && error.isSignedOut;
      const reload = async () => {
        // A rejection often means that the page shows stale data. Without a session nothing could be loaded.
        if (failed !== undefined && !isSignedOut) await refresh(client, ...changed);
        await onFailed?.(error, sent);
      };
      const refreshed = reload();
      if (title && !isQuoted) toastUnlessShown(title, error, { otherwise: text, refreshed });
    },
  });
  const { mutateAsync: sendOne } = mutation;
  const areAllSent = isConcurrent || queue !== undefined;
  const mutateAsync: typeof sendOne = useCallback(
    (...sent) => {
      if (areAllSent) return sendOne(...sent);
      running.current ??= sendOne(...sent).finally(() => {
        running.current = null;
      });
      return running.current;
    },
    [sendOne, areAllSent],
  );
  const mutate: typeof mutation.mutate = useCallback(
    (...sent) => void mutateAsync(...sent).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutateAsync, mutate };
}
