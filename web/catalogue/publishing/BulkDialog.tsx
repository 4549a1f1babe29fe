import { useState } from 'react';
import type { RappPrinciple } from '#contract/catalogue/catalogue.ts';
import type { AdminResource, BulkOutcome } from '#contract/catalogue/publishing.ts';
import { type BulkAction, type BulkChange, resourceLimits } from '#contract/catalogue/publishing-forms.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useBulkChange, useOwnedCount } from './api.ts';
import { bulkEffect, bulkLabels, bulkTitle, countText, deleteEffect, doneText } from './display.ts';
import { ChoiceGroup, usePrincipleOptions } from './RappFields.tsx';

type BulkDialogProps = {
  action: BulkAction;
  resources: readonly AdminResource[];
  onClose: (isDone: boolean) => void;
};

/** Dialog that confirms and runs an action on the selected resources, then lists the rejected ones. */
export function BulkDialog({ action, resources, onClose }: BulkDialogProps) {
  const [tag, setTag] = useState('');
  const [principles, setPrinciples] = useState<RappPrinciple[]>([]);
  // Whether the confirming button was pressed without the required value.
  const [isAsked, setIsAsked] = useState(false);
  const [refusals, setRefusals] = useState<BulkOutcome[]>([]);
  const ids = resources.map(({ id }) => id);
  const principleOptions = usePrincipleOptions();
  const owned = useOwnedCount(ids, action === 'delete');
  const changing = useBulkChange((outcomes) => {
    toast({ title: doneText(action, outcomes), tone: 'success' });
    const rejected = outcomes.filter(({ outcome }) => outcome === 'refused');
    if (rejected.length > 0) setRefusals(rejected);
    else onClose(true);
  });
  const needsTag = action === 'add-tag' || action === 'remove-tag';
  const needsPrinciples = action === 'add-principles' || action === 'remove-principles';
  const isMissing = (needsTag && tag.trim() === '') || (needsPrinciples && principles.length === 0);

  function confirm() {
    if (isMissing) setIsAsked(true);
    else changing.mutate(changeOf({ action, ids, tag, principles }));
  }

  if (refusals.length > 0) return <BulkRejections refusals={refusals} onClose={() => onClose(true)} />;
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
        <Field label="Tag" isRequired error={isAsked && isMissing ? 'A tag is required' : undefined}>
          <TextInput
            autoComplete="off"
            maxLength={resourceLimits.tag}
            value={tag}
            onChange={(event) => setTag(event.target.value)}
          />
        </Field>
      ) : null}
      {needsPrinciples ? (
        <div className="flex flex-col gap-1.5" data-wrong={isAsked && isMissing ? '' : undefined}>
          <ChoiceGroup legend="Principles" options={principleOptions} selected={principles} onChange={setPrinciples} />
          {isAsked && isMissing ? <FieldError>Choose a principle</FieldError> : null}
        </div>
      ) : null}
    </ConfirmDialog>
  );
}

function ownedText(count: number, owned: ReturnType<typeof useOwnedCount>): string {
  if (owned.isPending) return 'Looking up who owns them…';
  // Without the count deleting is still safe, because owners keep what they bought.
  return deleteEffect(count, owned.data ?? 0);
}

type Asked = { action: BulkAction; ids: number[]; tag: string; principles: RappPrinciple[] };

function changeOf({ action, ids, tag, principles }: Asked): BulkChange {
  if (action === 'add-tag' || action === 'remove-tag') return { action, ids, tag };
  if (action === 'add-principles' || action === 'remove-principles') return { action, ids, principles };
  return { action, ids };
}

const shownTitles = 5;

/** The first titles of the selection, so that administrators notice a wrong selection. */
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

type BulkRejectionsProps = { refusals: readonly BulkOutcome[]; onClose: () => void };

function BulkRejections({ refusals, onClose }: BulkRejectionsProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`${countText(refusals.length)} left as ${refusals.length === 1 ? 'it was' : 'they were'}`}
      description="Everything else was done."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ul className="flex max-h-80 flex-col gap-3 overflow-y-auto text-sm">
        {refusals.map(({ id, title, message }) => (
          <li key={id}>
            <span className="block font-semibold wrap-anywhere">{title || `Resource ${id}`}</span>
            <span className="block text-muted-foreground">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
