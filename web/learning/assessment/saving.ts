/** State of the latest change: `unsaved` after a failure, until the next attempt. */
export type SavingState = 'saved' | 'saving' | 'unsaved';

type Parts<Value> = {
  send: (value: Value) => Promise<unknown>;
  /** Stores unsent changes on this device; null when all are sent. */
  keep: (value: Value | null) => void;
  tell: (state: SavingState) => void;
  /** Schedules the next attempt after a failure. */
  later: (again: () => void) => void;
};

export type Saving<Value> = {
  save: (value: Value) => void;
  /** Sends the unsent changes, for example when the connection is back. */
  sendAgain: () => void;
};

/**
 * Saves a value that changes often: one request at a time, the latest change last. No change is lost while the server
 * cannot be reached.
 */
export function createSaving<Value>({ send, keep, tell, later }: Parts<Value>): Saving<Value> {
  let unsent: { value: Value } | null = null;
  let isSending = false;

  async function sendUnsent(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (unsent) {
      const sent: { value: Value } = unsent;
      tell('saving');
      try {
        await send(sent.value);
      } catch (error) {
        // No toast (ASSESS-09), because the status shows the failure and the next attempt follows.
        console.warn('The answers were not saved.', error);
        tell('unsaved');
        later(() => void sendUnsent());
        break;
      }
      if (unsent === sent) {
        unsent = null;
        keep(null);
        tell('saved');
      }
    }
    isSending = false;
  }

  return {
    save: (value) => {
      unsent = { value };
      keep(value);
      void sendUnsent();
    },
    sendAgain: () => void sendUnsent(),
  };
}
