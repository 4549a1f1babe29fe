import { isConflict, isPasswordRejected, sentenceOf } from './errors.ts';
import { sharedValue } from './shared-value.ts';

export type Toast = {
  id: number;
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'destructive';
  /** Button in the toast, which also closes it. */
  action?: { label: string; onPress: () => void };
};

const shown = sharedValue<Toast | null>(null);
let lastId = 0;

/** Shows a toast in place of the previous one (GEN-09: at most one). */
export function toast(message: Omit<Toast, 'id'>): void {
  lastId += 1;
  shown.set({ ...message, id: lastId });
}

/**
 * Shows a failure, with the server's sentence when there is one (GEN-08). Shows nothing for conflicts
 * (platform/conflict.ts) and rejected passwords (platform/form.ts), because their forms do.
 */
export function toastFailure(title: string, error: unknown, otherwise?: string): void {
  if (isConflict(error) || isPasswordRejected(error)) return;
  toast({ title, description: sentenceOf(error, otherwise), tone: 'destructive' });
}

/** Failures that forms show, with whether the form is still on the page. */
const shownByForms = new WeakMap<object, () => boolean>();

/** Marks a failure that a form shows, for `toastUnlessShown`. */
export function markShown(error: unknown, isOnPage: () => boolean): void {
  if (error instanceof Error) shownByForms.set(error, isOnPage);
}

/**
 * Shows a failure of an action, unless the form that sent it shows it (GEN-24). The timeout lets the form decide,
 * because it receives the failure after the mutation's `onError`, which returns no promise for that reason. A form may
 * leave the page with what `refreshed` loads, as when the caller may not change it any more: then the failure is shown
 * as well.
 */
export function toastUnlessShown(
  title: string,
  error: Error,
  { otherwise, refreshed }: { otherwise?: string | undefined; refreshed?: Promise<unknown> } = {},
): void {
  const toastIfGone = () => shownByForms.get(error)?.() || toastFailure(title, error, otherwise);
  setTimeout(() => {
    if (refreshed && shownByForms.has(error)) void refreshed.then(() => setTimeout(toastIfGone));
    else toastIfGone();
  });
}

/** Removes a toast, unless another one has replaced it. */
export function dismissToast(id: string | number): void {
  if (shown.get()?.id === id) shown.set(null);
}

/** The toast to show; null for none. */
export const useToast = shown.use;
