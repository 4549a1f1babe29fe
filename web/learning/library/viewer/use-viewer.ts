import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useIsHere } from '#web/platform/page-state.ts';
import type { PdfFile } from './pdf-file.ts';
import { type KeyCommand, keyCommandOf } from './viewer-display.ts';

/** Props of both ways of reading an open file: its pages and its text. */
export type OpenPdfProps = {
  file: PdfFile;
  resourceId: number;
  title: string;
  firstPage: number;
  onFailure: (error: unknown) => void;
  /** Opens this page in the other view; null in the view of pages unless the file is known to have text. */
  onSwitch: ((page: number) => void) | null;
};

/** Time that a page is in view before the URL names it, because browsers limit the changes of a URL. */
const debounceMilliseconds = 300;

type PageAddress = { resourceId: number; page: number; onAsked: (page: number) => void };

/** Syncs the URL and the page in view in both directions, also after links, Back and an edited URL. */
export function usePageAddress({ resourceId, page, onAsked }: PageAddress): void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const asked = useSearch({ from: '/members/resource/$id/read' }).page ?? null;
  const written = useRef<number | null>(asked);
  const latest = useRef(onAsked);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = onAsked;
  });

  // Scrolling happens outside React; the URL follows it.
  useEffect(() => {
    if (page === written.current) return undefined;
    pending.current = setTimeout(() => {
      written.current = page;
      if (!isHere()) return;
      void navigate({
        to: '/resource/$id/read',
        params: { id: String(resourceId) },
        search: ({ as }) => ({ page, as }),
        replace: true,
        resetScroll: false,
      });
    }, debounceMilliseconds);
    return () => clearTimeout(pending.current);
  }, [page, resourceId, navigate, isHere]);

  useEffect(() => {
    if (asked === null || asked === written.current) return undefined;
    written.current = asked;
    // The former page would change the URL back.
    clearTimeout(pending.current);
    // The router first restores the scroll positions of this URL.
    const frame = requestAnimationFrame(() => latest.current(asked));
    return () => cancelAnimationFrame(frame);
  }, [asked]);
}

/**
 * Runs the commands of keys (turn pages, scroll, zoom) wherever the focus is, except in fields, in dialogs and in
 * controls that use the key.
 */
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
