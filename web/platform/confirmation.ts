import type { ErrorCode } from '#contract/errors.ts';
import { sharedValue } from './shared-value.ts';

/**
 * Step that a rejected call requires of the member: confirm a sign-in that is too old, or sign in after it has ended.
 */
export type Ask = 'confirm' | 'sign-in';

type Question = { ask: Ask; answer: (isDone: boolean) => void };

const asks: Partial<Record<ErrorCode, Ask>> = {
  'accounts.confirm-sign-in': 'confirm',
  'accounts.sign-in-required': 'sign-in',
};

const open = sharedValue<Question | null>(null);
let asked: Promise<boolean> | null = null;

/**
 * Asks the member for what a rejected call needs and waits. Returns false when the member declines or the response asks
 * for nothing. The caller can still read the response.
 */
export async function isAnswered(response: Response): Promise<boolean> {
  const reply: { code?: ErrorCode } | null = await response
    .clone()
    .json()
    .catch(() => null);
  const ask = reply?.code && asks[reply.code];
  return ask ? isAsked(ask) : false;
}

/**
 * Asks the member and waits; false when the member declines. Calls that ask at the same time share one dialog. A new
 * sign-in also confirms.
 */
export function isAsked(ask: Ask): Promise<boolean> {
  asked ??= new Promise<boolean>((answer) => open.set({ ask, answer })).finally(() => {
    asked = null;
    open.set(null);
  });
  const question = open.get();
  if (question && ask === 'sign-in') open.set({ ...question, ask });
  return asked;
}

export const openQuestion = open.get;

/** The open question for its dialog; null for none. */
export const useConfirmationQuestion = open.use;

const channelName = 'confirm-sign-in';

/**
 * Sends the outcome from the small window to the waiting page, where null means confirmed, and closes the window. A
 * channel is used because `opener` is lost after a visit to another site.
 */
export function tellWaitingPage(rejection: string | null): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(rejection);
  channel.close();
  window.close();
}

/**
 * Opens a small window at a URL and listens for its outcome.
 * @returns a function that stops listening; null when the browser opened no window
 */
export function openConfirmation(address: string, onOutcome: (rejection: string | null) => void): (() => void) | null {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (event: MessageEvent<unknown>) => onOutcome(event.data === null ? null : String(event.data));
  const small = window.open(address, channelName, 'popup,width=520,height=720');
  if (small) return () => channel.close();
  channel.close();
  return null;
}
