import { useEffect, useState } from 'react';
import { readPages } from '#contract/library.endpoints.ts';
import { addressOf } from '../../../platform/api.ts';
import { openPdf, type PdfFile } from './pdf-file.ts';

export type PdfState = { kind: 'opening' } | { kind: 'open'; file: PdfFile } | { kind: 'failed'; error: unknown };

/** The PDF file of a resource, for as long as it is on screen. */
export function usePdf(resourceId: number): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'opening' });
  // The file, its worker and its calls live outside React and are given up with the screen.
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
