import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PdfFile } from './pdf-file.ts';
import {
  keptTop,
  layoutOf,
  type PageLayout,
  type PageSize,
  pageGap,
  pageInView,
  pagesNear,
  scaleOf,
  type Zoom,
} from './viewer-display.ts';

type Room = { width: number; height: number };

/** Pages below each other in a box that scrolls: their layout, what is in view, and ways to go about. */
export function useScrolledPages(file: PdfFile, { firstPage, zoom }: { firstPage: number; zoom: Zoom }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [sizes, setSizes] = useState<PageSize[]>(() => Array.from({ length: file.pageCount }, () => file.firstSize));
  const [top, setTop] = useState(0);
  const room = useRoom(scroller);
  const scale = room ? scaleOf(zoom, { pageWidth: file.firstSize.width, room: room.width }) : null;
  const layout = useMemo(() => (scale === null ? null : layoutOf(sizes, scale)), [sizes, scale]);
  useKeptTop(scroller, { layout, firstPage, onTop: setTop });

  const onSize = useCallback((page: number, size: PageSize) => {
    setSizes((known) => {
      const before = known[page - 1];
      if (before?.width === size.width && before.height === size.height) return known;
      return known.with(page - 1, size);
    });
  }, []);

  const view = { top, height: room?.height ?? 0 };
  return {
    scroller,
    scale,
    layout,
    onSize,
    page: layout ? pageInView(layout, view) : firstPage,
    near: layout ? pagesNear(layout, view) : [],
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    goTo: (page: number) => {
      const pageTop = layout?.tops[page - 1];
      if (pageTop === undefined || !scroller.current) return;
      scroller.current.scrollTo({ top: pageTop - pageGap / 2 });
      // At once: the next key may come before the event of this scrolling.
      setTop(scroller.current.scrollTop);
    },
  };
}

/** The inner size of the box, told again whenever it changes. */
function useRoom(scroller: RefObject<HTMLDivElement | null>): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const measure = () => setRoom({ width: box.clientWidth, height: box.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}

type KeptTop = { layout: PageLayout | null; firstPage: number; onTop: (top: number) => void };

/** The first page is where reading begins; afterwards what is in view stays there when pages change their size. */
function useKeptTop(scroller: RefObject<HTMLDivElement | null>, { layout, firstPage, onTop }: KeptTop): void {
  const before = useRef<PageLayout | null>(null);
  const [begin] = useState(firstPage);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const beginning = (layout.tops[begin - 1] ?? 0) - pageGap / 2;
    box.scrollTop = before.current ? keptTop(before.current, layout, box.scrollTop) : beginning;
    before.current = layout;
    // At once: the event of this scrolling comes after the page has been named.
    onTop(box.scrollTop);
  }, [scroller, layout, begin, onTop]);
}
