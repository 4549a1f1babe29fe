import type { Conflict } from '../platform/conflict.ts';
import { type Words as InWords, wordsOf } from '../platform/words.ts';
import { ConflictDialog } from '../ui/ConflictDialog.tsx';
import { Words } from '../ui/Words.tsx';

/** The value of a field in the words of its form; undefined for the general words. */
export type FieldWords = (name: string, value: unknown) => InWords | undefined;

type EditConflictProps = {
  /** What is edited, such as "user". */
  noun: string;
  /** Of useEditForm; nothing is shown while it has no fields. */
  conflict: Conflict;
  /** The labels of the form; a field without a label shows its name. */
  labels: Readonly<Record<string, string>>;
  wordsFor?: FieldWords;
};

/** The question over an administrator's form after another administrator saved the same thing. */
export function EditConflict({ noun, conflict, labels, wordsFor }: EditConflictProps) {
  if (conflict.fields === null) return null;
  const lines = conflict.fields.map(({ name, theirs, mine, isBoth }) => {
    const inWords = (value: unknown) => <Words words={wordsFor?.(name, value) ?? wordsOf(value)} />;
    return { name, label: labels[name] ?? name, theirs: inWords(theirs), mine: inWords(mine), isBoth };
  });
  return <ConflictDialog noun={noun} lines={lines} onSettle={conflict.settle} onDismiss={conflict.putOff} />;
}
