import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createImport, listImports } from '#contract/imports.endpoints.ts';
import type { Import } from '#contract/imports.ts';
import { sentenceOf } from '../../platform/errors.ts';
import { refresh } from '../../platform/queries.ts';
import { sendFileTo } from '../files/api.ts';
import { refusalOf } from './display.ts';

/** A file on its way, or why it was not taken. */
export type Sending = { name: string; progressPercent?: number; error?: string };

/** Sends one file of the catalogue and tells how far it has got; leaving the screen stops it. */
export function useSending(onSent: (sent: Import) => void) {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const stop = useRef<AbortController>(null);
  const { mutate } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) =>
      sendFileTo(createImport, {
        file,
        signal,
        onProgress: (progressPercent) => setSending({ name: file.name, progressPercent }),
      }),
    onSuccess: async (sent) => {
      setSending(null);
      await refresh(client, listImports);
      onSent(sent);
    },
    onError: (error, { file, signal }) => {
      if (!signal.aborted) setSending({ name: file.name, error: sentenceOf(error) });
    },
  });

  function send(file: File) {
    stop.current?.abort();
    const error = refusalOf(file);
    if (error) return setSending({ name: file.name, error });
    stop.current = new AbortController();
    setSending({ name: file.name, progressPercent: 0 });
    mutate({ file, signal: stop.current.signal });
  }

  function remove() {
    stop.current?.abort();
    setSending(null);
  }

  // The screen is gone, and with it whoever waited for this file.
  useEffect(() => () => stop.current?.abort(), []);

  return { sending, send, remove };
}
