import type { DetachedWindowAPI } from 'happy-dom';
import { onTestFinished, vi } from 'vitest';

// Parts of the browser that happy-dom lacks or that a test must see.

/**
 * Replaces the browser's new tabs.
 * @param isBlocked whether the browser opens none
 * @returns the URLs that the app opens, the oldest first
 */
export function noteTabs({ isBlocked = false } = {}): string[] {
  const addresses: string[] = [];
  vi.spyOn(window, 'open').mockImplementation((address) => {
    addresses.push(String(address));
    // Safe because the app only clears the opener of a new tab.
    return isBlocked ? null : ({ opener: window } as unknown as Window);
  });
  return addresses;
}

/** Adds `window.confirm`, which happy-dom lacks; the mock returns the person's choice, false by default. */
export function mockConfirm() {
  const ask = vi.fn((_question?: string) => false);
  window.confirm = ask;
  return ask;
}

/** Sets the system's preference for less motion until the test ends. */
export function askForReducedMotion(): void {
  // Safe because the environment adds `happyDOM` to the window.
  const { device } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.settings;
  const before = device.prefersReducedMotion;
  device.prefersReducedMotion = 'reduce';
  onTestFinished(() => {
    device.prefersReducedMotion = before;
  });
}

/** Sets the width of the window, in pixels, until the test ends. */
export function setWindowWidth(width: number): void {
  // Safe because the environment adds `happyDOM` to the window.
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
  const before = window.innerWidth;
  happyDOM.setViewport({ width });
  onTestFinished(() => happyDOM.setViewport({ width: before }));
}

/** Replaces reloads of the page; the mock counts them. */
export function noteReloads() {
  // A reloaded page has none of the state in its modules.
  onTestFinished(() => void vi.resetModules());
  return vi.spyOn(location, 'reload').mockImplementation(() => {});
}

/**
 * Replaces loads of a whole page.
 * @returns the URLs that the app loads, the oldest first
 */
export function notePageLoads(): string[] {
  const addresses: string[] = [];
  vi.spyOn(location, 'assign').mockImplementation((address) => void addresses.push(String(address)));
  return addresses;
}
