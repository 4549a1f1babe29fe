import { downloadEvidence } from '#contract/learning/learning-evidence.endpoints.ts';
import type { EvidenceQuery } from '#contract/learning/learning-evidence.ts';
import { useAction } from '#web/platform/action.ts';
import { addressOf } from '#web/platform/api.ts';
import { download } from '#web/platform/download.ts';

export const useDownloadEvidence = (id: number, onDone: () => void) =>
  useAction({
    send: (query: EvidenceQuery) => download(addressOf(downloadEvidence, { params: { id }, query })),
    failed: 'The evidence pack was not downloaded',
    done: () => ({
      title: 'Download Started',
      description: 'The evidence pack is being put together and downloaded.',
    }),
    onDone,
  });
