import { type ComponentProps, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

/**
 * The dimmed layer behind a dialog or sheet; the page does not scroll under it. Not Radix' own overlay: that one
 * locks the scroll through an inserted style element, which the content security policy refuses.
 */
export function Overlay({ className, ...rest }: ComponentProps<'div'>) {
  useEffect(lockScroll, []);
  return <div {...rest} className={classes('pointer-events-auto fixed inset-0 z-40 flex bg-overlay', className)} />;
}

/** Stops the page's scrolling, keeping the room of its scrollbar; returns the way back. Overlays close in reverse order. */
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
