import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * Like `useMutation`, but a call while another one runs sends nothing and gets the answer of that one. `isPending`
 * changes with the next render, which is too late for a double click.
 */
export function useSingleMutation<Answer, Sent = void>(options: UseMutationOptions<Answer, Error, Sent>) {
  const running = useRef<Promise<Answer>>(null);
  const mutation = useMutation(options);
  const { mutateAsync: send } = mutation;
  const mutateAsync: typeof send = useCallback(
    (...sent) => {
      running.current ??= send(...sent).finally(() => {
        running.current = null;
      });
      return running.current;
    },
    [send],
  );
  const mutate: typeof mutation.mutate = useCallback(
    (...sent) => void mutateAsync(...sent).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutateAsync, mutate };
}
