import { useMutation } from '@tanstack/react-query';
import { downloadEvidence } from '#contract/learning/learning-evidence.endpoints.ts';
import type { EvidenceQuery } from '#contract/learning/learning-evidence.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';
import { toast, toastFailure } from '#web/platform/toast.ts';

export const useDownloadEvidence = (id: number, onDone: () => void) =>
  useMutation({
    mutationFn: (query: EvidenceQuery) => download(addressOf(downloadEvidence, { params: { id }, query })),
    onSuccess: () => {
      toast({
        title: 'Download Started',
        description: 'The evidence pack is being put together and downloaded.',
        tone: 'success',
      });
      onDone();
    },
    onError: (error) => toastFailure('The evidence pack was not downloaded', error),
  });
