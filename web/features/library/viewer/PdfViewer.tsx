import { useState } from 'react';
import type { Resource } from '#contract/catalogue.ts';
import { useSearchParameters } from '../../../platform/link.tsx';
import { PdfPages } from './PdfPages.tsx';
import { UnreadablePanel } from './UnreadablePanel.tsx';
import { usePdf } from './use-pdf.ts';
import { ViewerSkeleton } from './ViewerSkeleton.tsx';
import { firstPageOf, pageNumberOf } from './viewer-display.ts';

type PdfViewerProps = {
  resource: Resource;
  /** Where the member left it. */
  keptPage: number | null;
  onRetry: () => void;
};

/** The PDF file of a resource. Heavy: it brings the library that reads such files, so it is loaded when it is opened. */
export function PdfViewer({ resource, keptPage, onRetry }: PdfViewerProps) {
  const state = usePdf(resource.id);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const asked = pageNumberOf(useSearchParameters().page);
  if (failure ?? state.kind === 'failed') {
    const error = failure ? failure.error : state.kind === 'failed' ? state.error : null;
    return <UnreadablePanel resource={resource} error={error} onRetry={onRetry} />;
  }
  if (state.kind !== 'open') return <ViewerSkeleton />;
  return (
    <PdfPages
      file={state.file}
      resourceId={resource.id}
      title={resource.title}
      firstPage={firstPageOf({ asked, kept: keptPage, pageCount: state.file.pageCount })}
      onFailure={(error) => setFailure({ error })}
    />
  );
}
