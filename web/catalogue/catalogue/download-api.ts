import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import { downloadResource } from '#contract/learning/library.endpoints.ts';
import { refreshProgressSoon } from '#web/learning/library/api.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

/** Downloads a resource's file and shows the outcome (DETAIL-22 to DETAIL-24). */
export function useDownload({ id, title, fileUrl }: Pick<Resource, 'id' | 'title' | 'fileUrl'>) {
  const client = useQueryClient();
  const saving = useMutation({
    // Uses the endpoint's path, because an administrator's `fileUrl` is the upload's.
    mutationFn: () => download(addressOf(downloadResource, { params: { id } })),
    onSuccess: () => {
      toast({ title: 'Download Started', description: `${title} is being downloaded.`, tone: 'success' });
      refreshProgressSoon(client);
    },
    onError: (error) =>
      toastFailure('Download Failed', error, 'There was an error downloading the file. Please try again.'),
  });

  const startSaving = useSingleRun(() => saving.mutateAsync());

  function start() {
    if (fileUrl) void startSaving();
    else toast({ title: 'Download Error', description: 'No file available for download.', tone: 'destructive' });
  }

  return { start, isBusy: saving.isPending };
}
