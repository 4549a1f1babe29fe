import { vi } from 'vitest';
import { isBusy } from './network.ts';

/** Waits for code that is loading and for calls that are not held back, and lets the app take what they brought. */
export async function untilSettled(): Promise<void> {
  do {
    await vi.dynamicImportSettled();
    await new Promise((resolve) => setTimeout(resolve));
  } while (isBusy());
}
