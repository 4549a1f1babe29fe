import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

// The page's inline script reads the same key before the first paint.
const storageKey = 'theme';
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let chosen: Theme = 'system';

function readChoice(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // The browser may block storage; the choice then lasts as long as the page.
    return 'system';
  }
}

function apply() {
  document.documentElement.classList.toggle(
    'dark',
    chosen === 'dark' || (chosen === 'system' && systemIsDark().matches),
  );
}

/** Changes the theme at once and stores the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // The browser may block storage; the choice then lasts as long as the page.
  }
  apply();
  for (const listener of listeners) listener();
}

/** Applies the stored theme, and follows changes by the system or by another window of the portal. */
export function applyTheme(): void {
  chosen = readChoice();
  systemIsDark().addEventListener('change', apply);
  addEventListener('storage', ({ key }) => {
    if (key !== storageKey) return;
    chosen = readChoice();
    apply();
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => chosen,
    () => 'system',
  );
}
