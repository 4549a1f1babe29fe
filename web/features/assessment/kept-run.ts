import { type Run, readRun } from './run-display.ts';

/** Keeps answers that the server does not have yet, so that closing the page loses nothing; null forgets them. */
export function keepUnsent(name: string, run: Run | null): void {
  try {
    if (run) localStorage.setItem(name, JSON.stringify(run));
    else localStorage.removeItem(name);
  } catch {
    // A browser without storage, or with a full one, still has the page's memory.
  }
}

/** Answers that an earlier visit could not send; null when there are none. */
export function readUnsent(name: string): Run | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : readRun(JSON.parse(kept), new Date(0).toISOString());
  } catch {
    return null;
  }
}
