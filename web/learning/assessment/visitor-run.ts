import { useMemo, useSyncExternalStore } from 'react';
import { type Run, readRun } from './run-display.ts';

const storageKey = 'assessment visitor';

/** Text in this browser's storage; undefined until it is read, also after another tab changed it. */
let kept: string | null | undefined;
const listeners = new Set<() => void>();

function readKept(): string | null {
  if (kept === undefined) {
    try {
      kept = localStorage.getItem(storageKey);
    } catch {
      // Without storage the page itself holds the answers.
      kept = null;
    }
  }
  return kept;
}

/** Stores a visitor's answers in this browser, and nowhere else (TRY-01); null removes them. */
export function keepVisitorRun(run: Run | null): void {
  kept = run && JSON.stringify(run);
  try {
    if (kept === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, kept);
  } catch {
    // Without storage the page itself holds the answers.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const follow = ({ key }: StorageEvent) => {
    if (key !== storageKey && key !== null) return;
    kept = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', follow);
  };
}

/**
 * Returns the visitor's answers, the same in all tabs; null when there are none. The server renders the page without
 * answers.
 */
export function useVisitorRun(): Run | null {
  const text = useSyncExternalStore(subscribe, readKept, () => null);
  return useMemo(() => parseRun(text), [text]);
}

function parseRun(text: string | null): Run | null {
  try {
    return text === null ? null : readRun(JSON.parse(text), new Date(0).toISOString());
  } catch {
    return null;
  }
}
