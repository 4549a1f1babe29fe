/** One question a screen, or all of them below each other. */
export type CheckView = 'one' | 'all';

const name = 'check-view';

/** Returns the view that the member chose in this browser; null without a choice. */
export function keptView(): CheckView | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === 'one' || kept === 'all' ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the choice for other checks and visits. */
export function keepView(view: CheckView): void {
  try {
    localStorage.setItem(name, view);
  } catch {
    // Storage is blocked, so the choice holds until the page is left.
  }
}
