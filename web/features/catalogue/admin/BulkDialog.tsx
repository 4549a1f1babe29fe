import { useState } from 'react';
import type { AdminResource, BulkOutcome } from '#contract/catalogue-admin.ts';
import type { BulkAction, BulkChange } from '#contract/catalogue-forms.ts';
import { useSingleRun } from '../../../platform/single-run.ts';
import { toast } from '../../../platform/toast.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { BulkRefusals } from './BulkRefusals.tsx';
import { useBulkChange, useOwnedCount } from './bulk-api.ts';
import { bulkEffect, bulkLabels, bulkTitle, deleteEffect, doneText } from './bulk-display.ts';

type BulkDialogProps = {
  action: BulkAction;
  resources: readonly AdminResource[];
  onClose: (isDone: boolean) => void;
};

const longestTag = 50;

/** Says what will happen to all that is ticked, does it, and tells what was refused. */
export function BulkDialog({ action, resources, onClose }: BulkDialogProps) {
  const [tag, setTag] = useState('');
  const [isTagMissing, setIsTagMissing] = useState(false);
  const [refusals, setRefusals] = useState<BulkOutcome[]>([]);
  const ids = resources.map(({ id }) => id);
  const owned = useOwnedCount(ids, action === 'delete');
  const changing = useBulkChange((outcomes) => {
    toast({ title: doneText(action, outcomes), tone: 'success' });
    const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
    if (refused.length > 0) setRefusals(refused);
    else onClose(true);
  });
  const run = useSingleRun(() => changing.mutateAsync(changeOf(action, ids, tag)));
  const needsTag = action === 'add-tag' || action === 'remove-tag';

  function confirm() {
    if (needsTag && tag.trim() === '') setIsTagMissing(true);
    else void run();
  }

  if (refusals.length > 0) return <BulkRefusals refusals={refusals} onClose={() => onClose(true)} />;
  return (
    <ConfirmDialog
      isOpen
      isBusy={changing.isPending || (action === 'delete' && owned.isPending)}
      onOpenChange={(isOpen) => isOpen || onClose(false)}
      title={bulkTitle(action, ids.length)}
      description={action === 'delete' ? ownedText(ids.length, owned) : bulkEffect(action, resources)}
      confirmLabel={bulkLabels[action]}
      tone={action === 'delete' ? 'destructive' : 'primary'}
      onConfirm={confirm}
    >
      <Titles resources={resources} />
      {needsTag ? (
        <Field label="Tag" isRequired error={isTagMissing && tag.trim() === '' ? 'A tag is required' : undefined}>
          <TextInput
            autoComplete="off"
            maxLength={longestTag}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
        </Field>
      ) : null}
    </ConfirmDialog>
  );
}

function ownedText(count: number, owned: ReturnType<typeof useOwnedCount>): string {
  if (owned.isPending) return 'Looking up who owns them…';
  // Not known is no reason not to delete: owners keep what they bought whatever the dialog says.
  return deleteEffect(count, owned.data ?? 0);
}

function changeOf(action: BulkAction, ids: number[], tag: string): BulkChange {
  return action === 'add-tag' || action === 'remove-tag' ? { action, ids, tag } : { action, ids };
}

const shownTitles = 5;

/** The first of the titles, so that a slip of the pointer is noticed. */
function Titles({ resources }: { resources: readonly AdminResource[] }) {
  const more = resources.length - shownTitles;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
      {resources.slice(0, shownTitles).map(({ id, title }) => (
        <li key={id} className="wrap-anywhere">
          {title}
        </li>
      ))}
      {more > 0 ? <li className="text-muted-foreground">and {more} more</li> : null}
    </ul>
  );
}
