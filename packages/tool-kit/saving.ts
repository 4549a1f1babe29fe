import type { SessionData, Tool, ToolSessionError } from './session.ts';

/** How it stands with what was given last. */
export type SavingState = 'saved' | 'saving' | { failed: unknown };

export type SavingOptions = {
  /** How long to gather changes before they are sent. */
  waitMilliseconds?: number;
  /** Told whenever the state changes, for a line such as "Saved". */
  onState?: (state: SavingState) => void;
};

export type Saver<Data extends SessionData> = {
  /** Saves this soon; of what is given while a call is under way only the last is sent. */
  give(sessionData: Data, completionPercentage?: number): void;
  /** Sends now what is waiting. Resolves when everything given is saved, or its saving failed. */
  flush(): Promise<void>;
};

/** Saves a session that changes with every key: a little later, one call at a time, always the newest last. */
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
      await tool.save(data, percentage).then(
        () => onState('saved'),
        (failed: ToolSessionError) => onState({ failed }),
      );
    }
    running = null;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    running ??= sendAll();
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
