import type { Conflict } from '../platform/conflict.ts';
import type { FieldConflict } from '../platform/merge.ts';
import { type Words as InWords, wordsOf } from '../platform/words.ts';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { Words } from '../ui/Words.tsx';

/** What one side of a field holds, in the words of its form. */
export type SideWords = (field: Pick<FieldConflict, 'name' | 'base'>, value: unknown) => InWords | undefined;

type EditConflictProps = {
  /** What is being edited, such as "user". */
  noun: string;
  /** Of useEditForm; nothing is shown while it has no fields. */
  conflict: Conflict;
  /** What the form calls its fields; a field without a label is called by its name. */
  labels: Readonly<Record<string, string>>;
  /** A side of a field in the form's own words; what it leaves undefined is said in general ones. */
  wordsFor?: SideWords;
};

/** Shown over any form of an administrator when somebody else has saved the same thing meanwhile. */
export function EditConflict(props: EditConflictProps) {
  const { noun, conflict, labels, wordsFor } = props;
  if (conflict.fields === null) return null;
  const lines = conflict.fields.map((field) => {
    const inWords = (value: unknown) => <Words words={wordsFor?.(field, value) ?? wordsOf(value)} />;
    const { name, theirs, mine, isBoth } = field;
    return { name, label: labels[name] ?? name, theirs: inWords(theirs), mine: inWords(mine), isBoth };
  });
  return <ConflictDialog noun={noun} lines={lines} onSettle={conflict.settle} onDismiss={conflict.putOff} />;
}
