import { Download, History, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shortDate } from '#web/dates.ts';
import { useSingleRun } from '#web/platform/single-run.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { exportCheck, useRemoveCheck } from './api.ts';
import { Part } from './SettingsFields.tsx';
import type { CheckDraft } from './use-check-draft.ts';

/** Published versions with their files, and the button that removes the check from the resource. */
export function CheckVersions({ draft: { check, take } }: { draft: CheckDraft }) {
  const [isAsking, setIsAsking] = useState(false);
  const removing = useRemoveCheck(check.resourceId, take);
  const remove = useSingleRun(() => removing.mutateAsync());
  if (check.versions.length === 0) return null;
  return (
    <Part title="Versions">
      <ol className="flex flex-col gap-2 text-sm tabular-nums">
        {check.versions.map(({ version, publishedAt, attempts }) => (
          <li key={version} className="flex items-center gap-2">
            <History size={16} className="flex-none text-muted-foreground" />
            <span className="min-w-0 flex-1">
              Version {version}, {shortDate(publishedAt)}
              <span className="block text-xs text-muted-foreground">
                {attempts === 1 ? '1 attempt' : `${attempts.toLocaleString('en-GB')} attempts`}
                {check.published?.version === version ? ', members take this one' : ''}
              </span>
            </span>
            <TextButton onClick={() => void exportCheck(check.resourceId, version)} className="pointer-coarse:min-h-11">
              <Download size={16} />
              <VisuallyHidden>Export version {version}</VisuallyHidden>
            </TextButton>
          </li>
        ))}
      </ol>
      {check.published ? (
        <Button variant="destructive-ghost" size="small" className="-ml-2 self-start" onClick={() => setIsAsking(true)}>
          <Trash2 size={16} />
          Remove the check
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={removing.isPending}
        onOpenChange={setIsAsking}
        title="Remove the check from this resource?"
        description="Members no longer see it, and the resource is completed by reading again. The draft, its versions and all attempts stay."
        confirmLabel="Remove"
        onConfirm={() => void remove().then(() => setIsAsking(false))}
      />
    </Part>
  );
}
