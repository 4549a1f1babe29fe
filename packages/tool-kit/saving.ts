import type { SessionData, Tool, ToolSessionError } from './session.ts';

/** State of the newest change. */
export type SavingState = 'saved' | 'saving' | { failed: unknown };

export type SavingOptions = {
  /** Time for which changes are collected before they are sent; 500 when absent. */
  waitMilliseconds?: number;
  /** Called when a change is given and when the call with the newest one ends, to show a line such as "Saved". */
  onState?: (state: SavingState) => void;
};

export type Saver<Data extends SessionData> = {
  /**
   * Saves the change after the waiting time; of the changes given while it waits or while a call runs, only the newest
   * is sent.
   */
  give(sessionData: Data, completionPercentage?: number): void;
  /** Sends the waiting change now. Resolves when every given change is saved or its call failed. */
  flush(): Promise<void>;
};

/**
 * Creates a saver for a session that changes with every key press: it saves after a pause, with one call at a time, and
 * always sends the newest change last.
 */
export function createSaver<Data extends SessionData>(
  tool: Pick<Tool<Data>, 'save'>,
  { waitMilliseconds = 500, onState = () => {} }: SavingOptions = {},
): Saver<Data> {
  let waiting: [Data, number | undefined] | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;

  async function sendAll() {
    while (waiting) {
      const [data, percentage] = waiting;
      waiting = null;
      const state = await tool.save(data, percentage).then(
        (): SavingState => 'saved',
        (failed: ToolSessionError): SavingState => ({ failed }),
      );
      if (waiting === null) onState(state);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    running ??= sendAll().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    give: (sessionData, completionPercentage) => {
      waiting = [sessionData, completionPercentage];
      onState('saving');
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), waitMilliseconds);
    },
    flush,
  };
}
