import type { ErrorCode } from '#contract/errors.ts';
import { sharedValue } from './shared-value.ts';

/** What a refused call asks the member for: to confirm a sign-in that is too old, or to sign in again after it has ended. */
export type Ask = 'confirm' | 'sign-in';

type Question = { ask: Ask; answer: (isDone: boolean) => void };

const asks: Partial<Record<ErrorCode, Ask>> = {
  'accounts.confirm-sign-in': 'confirm',
  'accounts.sign-in-required': 'sign-in',
};

const open = sharedValue<Question | null>(null);
let asked: Promise<boolean> | null = null;

/** Asks what a refused call asks for and waits for the answer; false when it asks for nothing. Leaves the reply readable. */
export async function isAnswered(response: Response): Promise<boolean> {
  const reply: { code?: ErrorCode } | null = await response
    .clone()
    .json()
    .catch(() => null);
  const ask = reply?.code && asks[reply.code];
  return ask ? isAsked(ask) : false;
}

/** Calls that ask at the same time share one dialog, and a new sign-in also confirms. */
function isAsked(ask: Ask): Promise<boolean> {
  asked ??= new Promise<boolean>((answer) => open.set({ ask, answer })).finally(() => {
    asked = null;
    open.set(null);
  });
  const question = open.get();
  if (question && ask === 'sign-in') open.set({ ...question, ask });
  return asked;
}

/** The open question; null for none. */
export const openQuestion = open.get;

/** The same for the dialog. */
export const useConfirmationQuestion = open.use;

const channelName = 'confirm-sign-in';

/**
 * Sends the outcome from the small window to the waiting page; null when it is confirmed. `opener` is lost after a visit to
 * another site.
 */
export function tellWaitingPage(refusal: string | null): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(refusal);
  channel.close();
  window.close();
}

/**
 * Opens a small window at an address and listens for its outcome.
 * @returns a function that stops listening; null when the browser opened no window
 */
export function openConfirmation(address: string, onOutcome: (refusal: string | null) => void): (() => void) | null {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (event: MessageEvent<unknown>) => onOutcome(event.data === null ? null : String(event.data));
  const small = window.open(address, channelName, 'popup,width=520,height=720');
  if (small) return () => channel.close();
  channel.close();
  return null;
}
