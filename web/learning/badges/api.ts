import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '#contract/learning/badges.endpoints.ts';
import type { BadgeForm } from '#contract/learning/badges.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf, call } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { queryOf } from '#web/platform/queries.ts';

/** Query of the badge of one of the member's certificates. */
export const badgeQuery = (id: number) =>
  queryOptions({ ...queryOf(endpoints.getBadge, { params: { id } }), staleTime: 0 });

/** Makes the badge of a certificate, or a new one that replaces it. */
export const useIssueBadge = (id: number) =>
  useAction({
    send: (body: BadgeForm) => call(endpoints.issueBadge, { params: { id }, body }),
    failed: 'The badge was not made',
    keep: (client, made) => client.setQueryData(badgeQuery(id).queryKey, made),
    done: () => ({ title: 'The badge is made', description: 'Download it, or share it.' }),
  });

export const useShareBadge = (id: number) =>
  useAction({
    send: (isShared: boolean) => call(endpoints.shareBadge, { params: { id }, body: { isShared } }),
    failed: 'Your choice was not saved',
    keep: (client, changed) => client.setQueryData(badgeQuery(id).queryKey, changed),
    done: ({ badge }) => ({ title: badge?.isShared ? 'The badge is shared' : 'The badge is no longer shared' }),
  });

const files = { json: endpoints.downloadBadge, png: endpoints.downloadBadgePicture };

/** Downloads the badge as JSON, or baked into a picture. */
export const useDownloadBadge = (id: number, kind: keyof typeof files) =>
  useAction({
    send: () => download(addressOf(files[kind], { params: { id } })),
    failed: 'The badge was not downloaded',
  });

/** Checks a file that a person chose, without keeping it. */
export const useCheckBadge = () =>
  useAction({
    send: async (file: File) => call(endpoints.checkBadge, { body: { file: await readBase64(file) } }),
  });

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In parts, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** Paths of a shared badge, for anyone with the code of its certificate. */
export const sharedBadgePath = (code: string) => addressOf(endpoints.getSharedBadge, { params: { code } });
export const sharedPicturePath = (code: string) => addressOf(endpoints.getSharedBadgePicture, { params: { code } });
