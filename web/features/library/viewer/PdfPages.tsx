import { useEffect, useState } from 'react';
import { useReadingPosition } from '../use-reading-position.ts';
import { Contents } from './Contents.tsx';
import { PageView } from './PageView.tsx';
import type { PdfFile } from './pdf-file.ts';
import { runKeyCommand } from './run-key-command.ts';
import { usePageAddress } from './use-page-address.ts';
import { useScrolledPages } from './use-scrolled-pages.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import type { Zoom } from './viewer-display.ts';

export type PdfPagesProps = {
  file: PdfFile;
  resourceId: number;
  title: string;
  firstPage: number;
  onFailure: (error: unknown) => void;
};

/** An open file: its toolbar and its pages. */
export function PdfPages({ file, resourceId, title, firstPage, onFailure }: PdfPagesProps) {
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
        zoom={zoom}
        scale={scale ?? 1}
        onZoom={setZoom}
        contents={<Contents file={file} resourceId={resourceId} />}
      />
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
      </section>
    </>
  );
}
