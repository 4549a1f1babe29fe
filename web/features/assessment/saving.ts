/** How the latest change stands. */
export type SavingState = 'saved' | 'saving' | 'unsaved';

type Parts<Value> = {
  send: (value: Value) => Promise<unknown>;
  /** Keeps what is not sent yet on this device; null when all is sent. */
  keep: (value: Value | null) => void;
  tell: (state: SavingState) => void;
  /** Calls back after a while, when sending failed. */
  later: (again: () => void) => void;
};

export type Saving<Value> = {
  save: (value: Value) => void;
  /** Sends what is not sent yet, such as when the connection is back. */
  sendAgain: () => void;
};

/**
 * Saves a value that changes often: one sending at a time, the latest change last, and nothing lost while the server
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
        // No toast (ASSESS-09): the status says it, and it is tried again.
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
