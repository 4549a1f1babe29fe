import { Download, History, ShieldX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shortDate } from '#web/dates.ts';
import { useConfirmDialog } from '#web/platform/confirm-dialog.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { exportCheck, useRemoveCheck } from './api.ts';
import { Part } from './SettingsFields.tsx';
import type { CheckDraft } from './use-check-draft.ts';

/** Number of versions that are shown at first. */
const shownAtFirst = 20;

type CheckVersionsProps = {
  draft: CheckDraft;
  /** Asks which question of this version is faulty, because the draft may not have it any more (CHECK-02). */
  onFaulty: (version: number) => void;
};

/** Published versions, and the button that removes the check; renders nothing before the first version. */
export function CheckVersions({ draft: { check, take }, onFaulty }: CheckVersionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const removing = useRemoveCheck(check.resourceId, take);
  const remove = useConfirmDialog(
    () => removing.mutateAsync(),
    () => setIsAsking(false),
  );
  const { versions } = check;
  if (versions.length === 0) return null;
  return (
    <Part title="Versions">
      <ol className="flex flex-col gap-2 text-sm tabular-nums">
        {versions.slice(0, isWhole ? undefined : shownAtFirst).map(({ version, publishedAt, attempts }) => (
          <li key={version} className="flex items-center gap-2">
            <History size={16} className="flex-none text-muted-foreground" />
            <span className="min-w-0 flex-1">
              Version {version}, {shortDate(publishedAt)}
              <span className="block text-xs text-muted-foreground">
                {attempts === 1 ? '1 attempt' : `${attempts.toLocaleString('en-GB')} attempts`}
                {check.published?.version === version ? ', members take this one' : ''}
              </span>
            </span>
            <TextButton onClick={() => onFaulty(version)} className="pointer-coarse:min-h-11">
              <ShieldX size={16} />
              <VisuallyHidden>A question of version {version} is faulty</VisuallyHidden>
            </TextButton>
            <TextButton onClick={() => void exportCheck(check.resourceId, version)} className="pointer-coarse:min-h-11">
              <Download size={16} />
              <VisuallyHidden>Export version {version}</VisuallyHidden>
            </TextButton>
          </li>
        ))}
      </ol>
      {isWhole || versions.length <= shownAtFirst ? null : (
        <TextButton className="self-start" onClick={() => setIsWhole(true)}>
          Show all {versions.length.toLocaleString('en-GB')} versions
        </TextButton>
      )}
      {check.published ? (
        <Button variant="destructive-ghost" size="small" className="-ml-2 self-start" onClick={() => setIsAsking(true)}>
          <Trash2 size={16} />
          Remove the check
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        {...remove}
        title="Remove the check from this resource?"
        description="Members no longer see it, and the resource is completed by reading again. The draft, its versions and all attempts stay."
        confirmLabel="Remove"
      />
    </Part>
  );
}
