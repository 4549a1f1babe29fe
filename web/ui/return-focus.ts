import { useRef } from 'react';

const fields = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Where the keyboard goes when an overlay opens, and the way back. Our overlays are opened by state, not by a trigger
 * inside them, so Radix does not know where to return to. If it is gone or hidden (its row was deleted), the page's
 * heading takes the focus.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const overlay = event.target;
      if (!(overlay instanceof HTMLElement)) return;
      // To the first field; without one to the overlay itself, whose title is then read out, not to its Close button.
      event.preventDefault();
      (overlay.querySelector<HTMLElement>(fields) ?? overlay).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isStillThere = opener.current?.checkVisibility() && opener.current !== document.body;
      const target = isStillThere ? opener.current : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
