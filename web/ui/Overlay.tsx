import { type ComponentProps, useEffect } from 'react';
import { classes } from './classes.ts';

/**
 * The dimmed layer behind a dialog or sheet; while it is there the page stands still. Not Radix' own overlay: that one
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
