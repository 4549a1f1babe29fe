import { type ComponentProps, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

/**
 * Dimmed layer behind a dialog or sheet; the page does not scroll under it. It replaces Radix' own overlay, which locks
 * the scroll through an inserted style element that the content security policy refuses.
 */
export function Overlay({ className, ...rest }: ComponentProps<'div'>) {
  useEffect(lockScroll, []);
  return <div {...rest} className={classes('pointer-events-auto fixed inset-0 z-40 flex bg-overlay', className)} />;
}

/**
 * Stops the page's scrolling and keeps the width of its scrollbar free. Returns a function that restores the styles;
 * the caller must call these functions in reverse order.
 */
function lockScroll() {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingRight } = style;
  style.paddingRight = `${window.innerWidth - clientWidth + Number.parseFloat(paddingRight || '0')}px`;
  style.overflow = 'hidden';
  return () => {
    style.overflow = overflow;
    style.paddingRight = paddingRight;
  };
}

const fields = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Returns the handlers that move the focus into an overlay and back. Our overlays are opened by state, not by a trigger
 * inside them, so Radix does not know where to return. If the opener is gone or hidden (its row was deleted), the
 * page's heading gets the focus.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const overlay = event.target;
      if (!(overlay instanceof HTMLElement)) return;
      // The first field gets the focus. Without a field the overlay itself gets it, not its Close button, so that the
      // title is read out.
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
