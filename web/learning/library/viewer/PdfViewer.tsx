import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { readPages } from '#contract/learning/library.endpoints.ts';
import { addressOf } from '#web/platform/api.ts';
import { keepReadsAsText, readsAsText } from './kept-view.ts';
import { PdfPages } from './PdfPages.tsx';
import { PdfText } from './PdfText.tsx';
import { openPdf, type PdfFile } from './pdf-file.ts';
import { hasText } from './pdf-page.ts';
import type { OpenPdfProps } from './use-viewer.ts';
import { UnreadablePanel, ViewerSkeleton } from './ViewerStates.tsx';
import { firstPageOf } from './viewer-display.ts';

type PdfViewerProps = {
  resource: Resource;
  /** Page of the saved reading position; null without one. */
  keptPage: number | null;
  onRetry: () => void;
};

/** Viewer of a PDF file. Imported on first use, because it contains the large library that parses such files. */
export function PdfViewer({ resource, keptPage, onRetry }: PdfViewerProps) {
  const state = usePdf(resource.id);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const { page: asked = null } = useSearch({ from: '/members/resource/$id/read' });
  if (failure ?? state.kind === 'failed') {
    const error = failure ? failure.error : state.kind === 'failed' ? state.error : null;
    return <UnreadablePanel resource={resource} error={error} onRetry={onRetry} />;
  }
  if (state.kind !== 'open') return <ViewerSkeleton />;
  return (
    <OpenFile
      file={state.file}
      resourceId={resource.id}
      title={resource.title}
      firstPage={firstPageOf({ asked, kept: keptPage, pageCount: state.file.pageCount })}
      onFailure={(error) => setFailure({ error })}
    />
  );
}

/** Pages of an open file, or its text where the URL or the member's last choice asks for it (DETAIL-28). */
function OpenFile(props: Omit<OpenPdfProps, 'onSwitch'>) {
  const { file, resourceId } = props;
  const navigate = useNavigate();
  const { as } = useSearch({ from: '/members/resource/$id/read' });
  const [prefersText, setPrefersText] = useState(readsAsText);
  const hasWords = useHasText(file);
  const isAsked = as === 'text';
  if (!isAsked && prefersText && hasWords === null) return <ViewerSkeleton />;
  const isText = isAsked || (prefersText && hasWords === true);

  async function show(page: number) {
    keepReadsAsText(!isText);
    await navigate({
      to: '/resource/$id/read',
      params: { id: String(resourceId) },
      search: { page, as: isText ? undefined : 'text' },
      replace: true,
      resetScroll: false,
    });
    // The URL changes first, because it names the page at which the other view begins.
    setPrefersText(!isText);
  }

  const Shown = isText ? PdfText : PdfPages;
  return <Shown {...props} onSwitch={isText || hasWords ? (page) => void show(page) : null} />;
}

/** Whether a file has text; null until that is known. */
function useHasText({ document }: PdfFile): boolean | null {
  const [found, setFound] = useState<boolean | null>(null);
  // The file is read outside React.
  useEffect(() => {
    let isCurrent = true;
    const show = (answer: boolean) => isCurrent && setFound(answer);
    hasText(document).then(show, () => show(false));
    return () => {
      isCurrent = false;
    };
  }, [document]);
  return found;
}

type PdfState = { kind: 'opening' } | { kind: 'open'; file: PdfFile } | { kind: 'failed'; error: unknown };

/** Returns the PDF file of a resource, for as long as it is on screen. */
function usePdf(resourceId: number): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  // The file, its worker and its calls are outside React and are released with the screen.
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const show = (next: PdfState) => {
      if (!signal.aborted) setState(next);
    };
    const fail = (error: unknown) => show({ kind: 'failed', error });
    const address = addressOf(readPages, { params: { id: resourceId } });
    openPdf({ address, signal, onLost: fail }).then((file) => show({ kind: 'open', file }), fail);
    return () => closing.abort();
  }, [resourceId]);
  return state;
}
