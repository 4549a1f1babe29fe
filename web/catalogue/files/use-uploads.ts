import { useEffect, useRef, useState } from 'react';
import { useAction } from '#web/platform/action.ts';
import { ApiError, sentenceOf } from '#web/platform/errors.ts';
import { sharedValue } from '#web/platform/shared-value.ts';
import { sendFile } from './api.ts';
import { rejectionOf, type UploadKind, uploadedWords } from './display.ts';

export type RunningUpload = { id: string; name: string; progressPercent: number };

/** Failed upload that can be tried again. */
export type FailedUpload = { id: string; name: string; error: string };

type Queued = { id: string; file: File; stop: AbortController };

type Uploads = {
  kind: UploadKind;
  /** Text of the toast when the server gave no reason. */
  failureText: string;
  /** Returns the title of a document. */
  getTitle?: () => string;
  /** Called for each uploaded file, in the order of the choice. */
  onUploaded: (fileUrl: string, fileName: string) => void;
};

/** Thrown when the browser's own check rejects a file; nothing was sent. */
class RejectedFile extends Error {}

/** Number of choices whose files are being uploaded, in all fields of the page. */
const sending = sharedValue(0);
let lastId = 0;

/** Uploads the files of each choice one after another and reports their progress; leaving the field stops them. */
export function useUploads({ kind, failureText, getTitle, onUploaded }: Uploads) {
  const [running, setRunning] = useState<RunningUpload[]>([]);
  const [failed, setFailed] = useState<(FailedUpload & { file: File })[]>([]);
  const stops = useRef(new Map<string, AbortController>());

  async function sendOne({ id, file, stop }: Queued): Promise<string> {
    const rejection = rejectionOf(kind, file);
    if (rejection) throw new RejectedFile(rejection);
    const onProgress = (progressPercent: number) =>
      setRunning((now) => now.map((one) => (one.id === id ? { ...one, progressPercent } : one)));
    const { fileUrl } = await sendFile({ file, title: getTitle?.(), signal: stop.signal, onProgress });
    return fileUrl;
  }

  async function sendAll(batch: Queued[]): Promise<number> {
    let count = 0;
    const failures: unknown[] = [];
    sending.set(sending.get() + 1);
    for (const queued of batch) {
      try {
        onUploaded(await sendOne(queued), queued.file.name);
        count += 1;
      } catch (error) {
        // A stopped upload is no failure. The first failure is shown after every file was tried.
        if (!queued.stop.signal.aborted) {
          failures.push(error);
          keepForLater(queued, error);
        }
      } finally {
        stops.current.delete(queued.id);
        setRunning((now) => now.filter(({ id }) => id !== queued.id));
      }
    }
    sending.set(sending.get() - 1);
    if (failures.length > 0) throw failures[0];
    return count;
  }

  /** Stores a file for a retry if the retry can succeed: the server would reject a rejected file again. */
  function keepForLater({ id, file }: Queued, error: unknown) {
    if (error instanceof RejectedFile || (error instanceof ApiError && error.status < 500)) return;
    setFailed((now) => [...now, { id, name: file.name, file, error: sentenceOf(error, failureText) }]);
  }

  const { mutate: send } = useAction({
    isConcurrent: true,
    send: sendAll,
    failed: 'Upload failed',
    otherwise: (error) => (error instanceof RejectedFile ? error.message : failureText),
    done: (count) => (count > 0 ? { title: uploadedWords(kind, count) } : null),
  });

  function start(files: readonly File[]) {
    const batch = files.map((file) => {
      lastId += 1;
      return { id: String(lastId), file, stop: new AbortController() };
    });
    for (const { id, stop } of batch) stops.current.set(id, stop);
    setRunning((now) => [...now, ...batch.map(({ id, file }) => ({ id, name: file.name, progressPercent: 0 }))]);
    send(batch);
  }

  /** Stops an upload, or removes a file that still waits for its turn. */
  function stop(id: string) {
    stops.current.get(id)?.abort();
    setRunning((now) => now.filter((one) => one.id !== id));
  }

  function retry(id: string) {
    const found = failed.find((one) => one.id === id);
    forget(id);
    if (found) start([found.file]);
  }

  function forget(id: string) {
    setFailed((now) => now.filter((one) => one.id !== id));
  }

  function stopAll() {
    for (const id of stops.current.keys()) stop(id);
  }

  // No component waits for these files once the field is gone.
  useEffect(() => {
    const { current } = stops;
    return () => {
      for (const stop of current.values()) stop.abort();
    };
  }, []);

  return { running, failed, start, stop, stopAll, retry, forget };
}

export const useIsUploading = (): boolean => sending.use() > 0;

/** Resets the input, because browsers report no change when the same file is chosen again. */
export function forgetChoice(event: { target: HTMLInputElement }): void {
  event.target.value = '';
}
