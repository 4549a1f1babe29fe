import { type ReactNode, useEffect, useRef } from 'react';

const rowSelector = 'tbody > tr, article[aria-labelledby]';

/**
 * Rows of a list that can be reached by keys: j and k move the focus between them, x selects, Enter opens the link with
 * the focus (ADM-11).
 */
export function RowKeys({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  // Keys are pressed anywhere on the page, which is outside React.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (list.current && !isTaken(event) && press(list.current, event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return <div ref={list}>{children}</div>;
}

/** Whether a key belongs to a field, a dialog, a menu or the browser. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]'))
    return true;
  if (!(target instanceof HTMLElement) || target.isContentEditable) return target instanceof HTMLElement;
  return target.matches('textarea, select, input:not([type=checkbox])');
}

/** @returns whether the key had an effect */
function press(list: HTMLElement, key: string): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>(rowSelector)];
  const place = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === 'x') {
    const box = rows[place]?.querySelector<HTMLInputElement>('input[type=checkbox]');
    box?.click();
    return box !== undefined && box !== null;
  }
  if (key !== 'j' && key !== 'k') return false;
  const next = rows[key === 'j' ? place + 1 : Math.max(place - 1, 0)];
  const target = next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button, input');
  target?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return target !== undefined && target !== null;
}

/** Hint about the keys of a list, on wide screens only. */
export function RowKeysHint({ canSelect }: { canSelect: boolean }) {
  return (
    <p className="text-xs text-muted-foreground max-lg:hidden">
      <kbd>j</kbd> <kbd>k</kbd> move ·{' '}
      {canSelect ? (
        <>
          <kbd>x</kbd> select ·{' '}
        </>
      ) : null}
      <kbd>Enter</kbd> open
    </p>
  );
}
