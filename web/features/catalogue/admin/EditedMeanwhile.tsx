import type { Conflict } from '../../../platform/conflict.ts';
import { valueText } from '../../../platform/merge.ts';
import { ConflictDialog } from '../../../ui/ConflictDialog.tsx';

type EditedMeanwhileProps = {
  /** What is being edited, such as "user". */
  noun: string;
  /** Of useEditForm; nothing is shown while it has no fields. */
  conflict: Conflict;
  /** What the form calls its fields; a field without a label is called by its name. */
  labels: Readonly<Record<string, string>>;
  /** A value in the form's own words; what it leaves undefined is said in general ones. */
  textOf?: (name: string, value: unknown) => string | undefined;
};

/** Shown over any form of an administrator when somebody else has saved the same thing meanwhile. */
export function EditedMeanwhile(props: EditedMeanwhileProps) {
  const { noun, conflict, labels, textOf } = props;
  if (conflict.fields === null) return null;
  const inWords = (name: string, value: unknown) => textOf?.(name, value) ?? valueText(value);
  const lines = conflict.fields.map(({ name, theirs, mine, isBoth }) => ({
    name,
    label: labels[name] ?? name,
    theirs: inWords(name, theirs),
    mine: inWords(name, mine),
    isBoth,
  }));
  return <ConflictDialog noun={noun} lines={lines} onSettle={conflict.settle} onDismiss={conflict.putOff} />;
}
