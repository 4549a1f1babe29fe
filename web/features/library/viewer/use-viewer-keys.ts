import { useEffect, useRef } from 'react';
import { type KeyCommand, keyCommandOf } from './viewer-display.ts';

/** Keys turn pages wherever the focus is, but in fields, in dialogs, and where a control needs them itself. */
export function useViewerKeys(onWish: (command: KeyCommand) => boolean): void {
  const latest = useRef(onWish);
  useEffect(() => {
    latest.current = onWish;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const command = keyCommandOf(event.key);
      if (command === null || !(event.target instanceof Element) || isTaken(event.target, event.key)) return;
      if (latest.current(command)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTaken(target: Element, key: string): boolean {
  if (target.closest('input, textarea, select, [role="dialog"], [role="menu"]')) return true;
  return key === ' ' && target.closest('button, a') !== null;
}
