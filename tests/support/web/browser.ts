import type { DetachedWindowAPI } from 'happy-dom';
import { onTestFinished, vi } from 'vitest';

// Parts of the browser that happy-dom lacks or that a test must see.

/**
 * Replaces the browser's new tabs.
 * @param isBlocked whether the browser opens none
 * @returns the addresses that the app opens, the oldest first
 */
export function noteTabs({ isBlocked = false } = {}): string[] {
  const addresses: string[] = [];
  vi.spyOn(window, 'open').mockImplementation((address) => {
    addresses.push(String(address));
    // The app only clears the opener of a new tab.
    return isBlocked ? null : ({ opener: window } as unknown as Window);
  });
  return addresses;
}

/** Adds the browser's own question, which happy-dom lacks; the mock returns the person's choice. */
export function mockConfirm() {
  const ask = vi.fn((_question?: string) => false);
  window.confirm = ask;
  return ask;
}

/** The person asked the system for less motion, until the test ends. */
export function askForReducedMotion(): void {
  // The environment adds it to the window.
  const { device } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.settings;
  const before = device.prefersReducedMotion;
  device.prefersReducedMotion = 'reduce';
  onTestFinished(() => {
    device.prefersReducedMotion = before;
  });
}

/** Replaces loads of the same page; the mock counts them. */
export function noteReloads() {
  // A page that is loaded again has none of its modules' state.
  onTestFinished(() => void vi.resetModules());
  return vi.spyOn(location, 'reload').mockImplementation(() => {});
}

/**
 * Replaces loads of a whole page.
 * @returns the addresses that the app loads, the oldest first
 */
export function notePageLoads(): string[] {
  const addresses: string[] = [];
  vi.spyOn(location, 'assign').mockImplementation((address) => void addresses.push(String(address)));
  return addresses;
}
