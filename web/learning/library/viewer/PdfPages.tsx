import { type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lazyPart } from '#web/platform/screen.ts';
import { useReadingPosition } from '../use-reading-position.ts';
import { Contents } from './Contents.tsx';
import { PageView } from './PageView.tsx';
import type { PdfFile } from './pdf-file.ts';
import { type OpenPdfProps, usePageAddress, useViewerKeys } from './use-viewer.ts';
import { SizeButtons, TextSwitch, ViewerToolbar } from './ViewerToolbar.tsx';
import {
  type KeyCommand,
  keptTop,
  layoutOf,
  type PageLayout,
  type PageSize,
  pageGap,
  pageInView,
  pagesNear,
  scaleOf,
  type Zoom,
  zoomStep,
} from './viewer-display.ts';

const EndOfReading = lazyPart(async () => (await import('../EndOfReading.tsx')).EndOfReading);

export function PdfPages({ file, resourceId, title, firstPage, onFailure, onSwitch }: OpenPdfProps) {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const pages = useScrolledPages(file, { firstPage, zoom });
  const { page, scale, layout, goTo } = pages;
  const { pageCount } = file;
  usePageAddress({ resourceId, page, onAsked: (asked) => goTo(Math.min(asked, pageCount)) });

  const keep = useReadingPosition(resourceId);
  useEffect(() => keep({ unit: 'page', position: page, length: pageCount }), [keep, page, pageCount]);

  useViewerKeys((command) => {
    const box = pages.scroller.current;
    return box !== null && scale !== null && runKeyCommand(command, { box, page, pageCount, scale, goTo, setZoom });
  });

  return (
    <>
      <ViewerToolbar
        page={page}
        pageCount={pageCount}
        onPage={goTo}
        contents={<Contents file={file} resourceId={resourceId} />}
      >
        <SizeButtons zoom={zoom} scale={scale ?? 1} onZoom={setZoom} />
        {onSwitch ? <TextSwitch isText={false} onPress={() => onSwitch(page)} /> : null}
      </ViewerToolbar>
      <section
        ref={pages.scroller}
        aria-label={`Pages of ${title}`}
        onScroll={pages.onScroll}
        className="relative min-h-0 flex-1 overflow-auto bg-muted [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div className="relative min-w-full" style={{ height: layout?.total, width: layout?.widest }}>
          {pages.near.map(({ number, ...box }) => (
            <article
              key={number}
              aria-label={`Page ${number} of ${pageCount}`}
              className="absolute left-1/2 -translate-x-1/2 bg-white shadow-md"
              style={box}
            >
              <PageView
                document={file.document}
                resourceId={resourceId}
                number={number}
                scale={scale ?? 1}
                onSize={pages.onSize}
                onFailure={onFailure}
              />
            </article>
          ))}
        </div>
        {page === pageCount && layout ? (
          <div className="sticky left-0 mx-auto w-full max-w-160 px-4 pt-6 pb-10">
            <Suspense fallback={null}>
              <EndOfReading resourceId={resourceId} onReadAgain={() => goTo(1)} />
            </Suspense>
          </div>
        ) : null}
      </section>
    </>
  );
}

type Room = { width: number; height: number };

/** Returns the pages in a scrolling box: their layout, the current page, the pages to draw, and functions to move. */
function useScrolledPages(file: PdfFile, { firstPage, zoom }: { firstPage: number; zoom: Zoom }) {
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
      // Updates at once, because the next key may come before the scroll event.
      setTop(scroller.current.scrollTop);
    },
  };
}

/** Returns the inner size of the box, updated whenever it changes. */
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

/** Scrolls to the first page. Later it keeps the view at its place when pages change their size. */
function useKeptTop(scroller: RefObject<HTMLDivElement | null>, { layout, firstPage, onTop }: KeptTop): void {
  const before = useRef<PageLayout | null>(null);
  const [begin] = useState(firstPage);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || !layout) return;
    const beginning = (layout.tops[begin - 1] ?? 0) - pageGap / 2;
    box.scrollTop = before.current ? keptTop(before.current, layout, box.scrollTop) : beginning;
    before.current = layout;
    // Updates at once, because the scroll event comes after the page number is shown.
    onTop(box.scrollTop);
  }, [scroller, layout, begin, onTop]);
}

/** CSS pixels that an arrow key scrolls. The page keys scroll a share of the view. */
const lineHeight = 48;
const viewShare = 0.9;

type Viewer = {
  box: HTMLElement;
  page: number;
  pageCount: number;
  scale: number;
  goTo: (page: number) => void;
  setZoom: (zoom: Zoom) => void;
};

/**
 * Runs the command of a key.
 * @returns whether it ran, so that the browser's own action is prevented
 */
function runKeyCommand(command: KeyCommand, { box, page, pageCount, scale, goTo, setZoom }: Viewer): boolean {
  if (typeof command === 'object') {
    box.scrollBy({
      top: 'lines' in command ? command.lines * lineHeight : command.views * viewShare * box.clientHeight,
    });
    return true;
  }
  // Arrow keys scroll a page that is wider than the view, as the browser does.
  const isWide = box.scrollWidth > box.clientWidth + 1;
  if (isWide && (command === 'next-page' || command === 'previous-page')) return false;
  if (command === 'next-page') goTo(Math.min(page + 1, pageCount));
  else if (command === 'previous-page') goTo(Math.max(page - 1, 1));
  else if (command === 'first-page') goTo(1);
  else if (command === 'last-page') goTo(pageCount);
  else setZoom(command === 'fit' ? 'fit' : (zoomStep(scale, command === 'larger' ? 1 : -1) ?? scale));
  return true;
}
