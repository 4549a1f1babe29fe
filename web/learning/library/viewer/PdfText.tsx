import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '#web/platform/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useReadingPosition } from '../use-reading-position.ts';
import { Contents } from './Contents.tsx';
import type { PdfFile } from './pdf-file.ts';
import { readPieces } from './pdf-page.ts';
import { blocksOf, type TextBlock } from './text-display.ts';
import { type OpenPdfProps, usePageAddress, useViewerKeys } from './use-viewer.ts';
import { TextSwitch, ViewerToolbar } from './ViewerToolbar.tsx';
import '#web/ui/prose.css';

const EndOfReading = lazyPart(async () => (await import('../EndOfReading.tsx')).EndOfReading);

/** Text of an open file, one page at a time, in lines as wide as the screen (DETAIL-28). */
export function PdfText({ file, resourceId, title, firstPage, onFailure, onSwitch }: OpenPdfProps) {
  const { pageCount } = file;
  const [page, setPage] = useState(firstPage);
  const blocks = usePageText(file, page, onFailure);
  const box = useRef<HTMLElement>(null);
  const goTo = (asked: number) => {
    setPage(Math.max(1, Math.min(asked, pageCount)));
    box.current?.scrollTo({ top: 0 });
  };
  usePageAddress({ resourceId, page, onAsked: goTo });
  const keep = useReadingPosition(resourceId);
  useEffect(() => keep({ unit: 'page', position: page, length: pageCount }), [keep, page, pageCount]);
  useViewerKeys((command) => {
    if (command === 'next-page') goTo(page + 1);
    else if (command === 'previous-page') goTo(page - 1);
    else if (command === 'first-page') goTo(1);
    else if (command === 'last-page') goTo(pageCount);
    else return false;
    return true;
  });

  return (
    <>
      <ViewerToolbar
        page={page}
        pageCount={pageCount}
        onPage={goTo}
        contents={<Contents file={file} resourceId={resourceId} />}
      >
        {onSwitch ? <TextSwitch isText onPress={() => onSwitch(page)} /> : null}
      </ViewerToolbar>
      <section
        ref={box}
        aria-label={`Pages of ${title}`}
        className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
      >
        <div className="mx-auto w-full max-w-160 px-4 pt-6 pb-10">
          <article aria-label={`Page ${page} of ${pageCount}`} className="prose">
            {blocks === null ? <TextSkeleton /> : <Blocks blocks={blocks} />}
          </article>
          {blocks === null ? null : page < pageCount ? (
            <Button variant="outline" isBlock className="mt-8" onClick={() => goTo(page + 1)}>
              Next page
            </Button>
          ) : (
            <Suspense fallback={null}>
              <EndOfReading resourceId={resourceId} onReadAgain={() => goTo(1)} />
            </Suspense>
          )}
        </div>
      </section>
    </>
  );
}

/** Returns the text of a page; null while it is read. */
function usePageText(file: PdfFile, page: number, onFailure: (error: unknown) => void): TextBlock[] | null {
  const [read, setRead] = useState<{ page: number; blocks: TextBlock[] } | null>(null);
  // The file is read outside React.
  useEffect(() => {
    let isCurrent = true;
    readPieces(file.document, page).then(
      (pieces) => isCurrent && setRead({ page, blocks: blocksOf(pieces) }),
      (error: unknown) => isCurrent && onFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [file, page, onFailure]);
  return read?.page === page ? read.blocks : null;
}

function Blocks({ blocks }: { blocks: TextBlock[] }): ReactNode {
  if (blocks.length === 0)
    return <p className="text-muted-foreground">This page has pictures only. Show it as a page to see them.</p>;
  return blocks.map(({ number, kind, text }) => {
    if (kind === 'heading') return <h2 key={number}>{text}</h2>;
    return (
      <p key={number} className={kind === 'small' ? 'text-sm text-muted-foreground' : undefined}>
        {text}
      </p>
    );
  });
}

function TextSkeleton() {
  return (
    <div aria-hidden="true" data-testid="skeleton" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}
