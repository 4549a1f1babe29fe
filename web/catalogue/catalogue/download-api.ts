import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { downloadResource } from '#contract/learning/library.endpoints.ts';
import { refreshProgressSoon } from '#web/learning/library/api.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { toast } from '#web/platform/toast.ts';

/** Downloads a resource's file and shows the outcome (DETAIL-22 to DETAIL-24). */
export function useDownload({ id, title, fileUrl }: Pick<Resource, 'id' | 'title' | 'fileUrl'>) {
  const client = useQueryClient();
  const saving = useAction({
    // Uses the endpoint's path, because an administrator's `fileUrl` is the upload's.
    send: () => download(addressOf(downloadResource, { params: { id } })),
    failed: 'Download Failed',
    otherwise: 'There was an error downloading the file. Please try again.',
    done: () => ({ title: 'Download Started', description: `${title} is being downloaded.` }),
    onDone: () => refreshProgressSoon(client),
  });

  function start() {
    if (fileUrl) saving.mutate();
    else toast({ title: 'Download Error', description: 'No file available for download.', tone: 'destructive' });
  }

  return { start, isBusy: saving.isPending };
}
