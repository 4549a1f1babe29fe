import { isConflict, isPasswordRefused, sentenceOf } from './errors.ts';
import { sharedValue } from './shared-value.ts';

export type Toast = {
  id: number;
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'destructive';
  /** One button in the toast, which closes it. */
  action?: { label: string; onPress: () => void };
};

const shown = sharedValue<Toast | null>(null);
let lastId = 0;

/** Shows a toast in place of the one before (GEN-09: at most one). */
export function toast(message: Omit<Toast, 'id'>): void {
  lastId += 1;
  shown.set({ ...message, id: lastId });
}

/**
 * Shows a failure, with the server's sentence when there is one (GEN-08). Conflicts (platform/conflict.ts) and refused
 * passwords (platform/form.ts) are shown by the form instead.
 */
export function toastFailure(title: string, error: unknown, otherwise?: string): void {
  if (isConflict(error) || isPasswordRefused(error)) return;
  toast({ title, description: sentenceOf(error, otherwise), tone: 'destructive' });
}

/** Removes a toast, unless another one has replaced it. */
export function dismissToast(id: string | number): void {
  if (shown.get()?.id === id) shown.set(null);
}

/** The toast to show now, null for none. */
export const useToast = shown.use;
