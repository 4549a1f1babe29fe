import { queryOptions, skipToken } from '@tanstack/react-query';
import { getUpload, removePicture, uploadFile, uploadPicture } from '#contract/catalogue/files.endpoints.ts';
import type { Upload } from '#contract/catalogue/files.ts';
import type { Endpoint, PartTypes } from '#contract/endpoint.ts';
import { currentUserQuery } from '#web/identity/accounts/api.ts';
import { useAction } from '#web/platform/action.ts';
import { call, type ResponseBody } from '#web/platform/api.ts';
import { rejectionOf } from '#web/platform/errors.ts';
import { pageMemberHeaders } from '#web/platform/page-member.ts';

type SentFile = {
  file: File;
  /** Title of a document; images have none. */
  title?: string;
  signal: AbortSignal;
  /** Called with the sent part of the file, 0 to 100. */
  onProgress: (percent: number) => void;
};

/** Uploads a document or an image; errors as in `sendFileTo`. */
export function sendFile(sent: SentFile): Promise<Upload> {
  return sendFileTo(uploadFile, sent);
}

/**
 * Uploads a file. Does not use fetch, which reports no upload progress.
 * @throws ApiError when it is rejected, TypeError when the portal cannot be reached, the signal's reason when aborted
 */
export function sendFileTo<Types extends PartTypes>(
  { method, path }: Endpoint<Types>,
  { file, title, signal, onProgress }: SentFile,
): Promise<ResponseBody<Types>> {
  const form = new FormData();
  // The title comes before the file, so that the server knows it when the file has arrived.
  if (title) form.append('title', title);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (100 * loaded) / total : 0);
    request.onload = () => settle<ResponseBody<Types>>(request, resolve, reject);
    request.onerror = () => reject(new TypeError('The upload did not reach the portal'));
    request.onabort = () => reject(signal.reason);
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(pageMemberHeaders())) request.setRequestHeader(name, value);
    request.send(form);
  });
}

function settle<Value>(request: XMLHttpRequest, resolve: (value: Value) => void, reject: (reason: Error) => void) {
  const { status, responseText, statusText } = request;
  // Safe because the server has checked its response against this schema.
  if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as Value);
  else reject(rejectionOf({ status, text: responseText || statusText, isSignedOut: status === 401 }));
}

/** Query of an uploaded document by its URL; makes no request for any other URL. */
export function uploadQuery(address: string) {
  const [, id] = /^\/api\/files\/([\da-f-]{36})$/.exec(address) ?? [];
  return queryOptions({
    queryKey: [getUpload.path, id ?? null],
    queryFn: id ? ({ signal }) => call(getUpload, { params: { id }, signal }) : skipToken,
  });
}

export const useUploadPicture = () =>
  useAction({
    send: (file: File) =>
      sendFileTo(uploadPicture, { file, signal: new AbortController().signal, onProgress: () => {} }),
    failed: 'Upload failed',
    otherwise: 'Failed to upload image. Please try again.',
    keep: (client, user) => client.setQueryData(currentUserQuery.queryKey, user),
    done: () => ({ title: 'Picture updated' }),
  });

/** Removes the member's picture, so that the initials are shown again. */
export const useRemovePicture = () =>
  useAction({
    send: () => call(removePicture),
    failed: 'The picture was not removed',
    keep: (client, user) => client.setQueryData(currentUserQuery.queryKey, user),
    done: () => ({ title: 'Picture removed' }),
  });
