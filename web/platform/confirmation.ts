import { useSyncExternalStore } from 'react';
import type { ErrorCode } from '#contract/errors.ts';

type Question = { answer: (isConfirmed: boolean) => void };

const code: ErrorCode = 'accounts.confirm-sign-in';

let question: Question | null = null;
let asked: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Whether a reply says that the sign-in is too old for this call. Leaves the reply readable. */
export async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const reply: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof reply === 'object' && reply !== null && 'code' in reply && reply.code === code;
}

/** Asks for a new sign-in and waits for it; calls that need it at the same time share one dialog. */
export function isConfirmed(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => show({ answer: resolve })).finally(() => {
    asked = null;
    show(null);
  });
  return asked;
}

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The open question for the dialog; null for none. */
export function useConfirmationQuestion(): Question | null {
  const current = () => question;
  return useSyncExternalStore(subscribe, current, current);
}

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
