import { useRef } from 'react';

/**
 * Wraps an action so that a second press while it runs does nothing. A mutation's `isPending` changes with the next
 * render, which is too late for a double click.
 * @param run must show its failures itself
 */
export function useSingleRun(run: () => Promise<unknown>): () => Promise<void> {
  const isRunning = useRef(false);
  return async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    await run().catch(() => undefined);
    isRunning.current = false;
  };
}
