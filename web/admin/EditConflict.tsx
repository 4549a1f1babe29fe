import { type ReactNode, useId, useState } from 'react';
import type { Conflict } from '../platform/conflict.ts';
import { type Words as InWords, wordsOf } from '../platform/words.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Radio, RadioGroup } from '../ui/RadioGroup.tsx';

/** Returns a field's value in the words of its form; undefined for the default words. */
export type FieldWords = (name: string, value: unknown) => InWords | undefined;

type EditConflictProps = {
  /** Word for the edited object, such as "user". */
  noun: string;
  /** Conflict of `useEditForm`; nothing is shown while its fields are null. */
  conflict: Conflict;
  /** Labels of the form. A field without a label shows its name. */
  labels: Readonly<Record<string, string>>;
  wordsFor?: FieldWords;
};

/** Dialog over an administrator's form after another administrator saved the same object. */
export function EditConflict({ noun, conflict, labels, wordsFor }: EditConflictProps) {
  if (conflict.fields === null) return null;
  const lines = conflict.fields.map(({ name, theirs, mine, isBoth }) => {
    const inWords = (value: unknown) => <Words words={wordsFor?.(name, value) ?? wordsOf(value)} />;
    return { name, label: labels[name] ?? name, theirs: inWords(theirs), mine: inWords(mine), isBoth };
  });
  return <ConflictDialog noun={noun} lines={lines} onSettle={conflict.settle} onDismiss={conflict.putOff} />;
}

/** Field that another administrator has changed, with its values in words. */
type ConflictLine = { name: string; label: string; theirs: ReactNode; mine: ReactNode; isBoth: boolean };

type ConflictDialogProps = {
  /** Word for the edited object, such as "user". */
  noun: string;
  lines: readonly ConflictLine[];
  /** Fills the form with the choice; nothing is saved yet. */
  onSettle: (chosen: Record<string, 'mine' | 'theirs'>) => void;
  onDismiss: () => void;
};

/**
 * Dialog with the values that another administrator has saved, and for each field the choice between theirs and mine.
 * Theirs is preselected where only they changed the field, mine where both did.
 */
function ConflictDialog({ noun, lines, onSettle, onDismiss }: ConflictDialogProps) {
  const [chosen, choose] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(lines.map(({ name, isBoth }) => [name, isBoth ? 'mine' : 'theirs'])),
  );
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => isOpen || onDismiss()}
      title={`Another administrator changed this ${noun} after you opened it`}
      description="Your changes are not saved yet. Choose a value for each field, then check the form and save."
      footer={
        <>
          <Button variant="outline" onClick={onDismiss}>
            Back to the form
          </Button>
          <Button onClick={() => onSettle(chosen)}>Use this choice</Button>
        </>
      }
    >
      {lines.length === 0 ? (
        <Banner>Your form already has all of these changes.</Banner>
      ) : (
        <div className="flex flex-col gap-5">
          {lines.map(({ name, label, theirs, mine, isBoth }) => (
            <RadioGroup
              key={name}
              legend={label}
              hint={isBoth ? 'You both changed this.' : 'Only the other administrator changed this.'}
            >
              <Choice name={name} side="theirs" label="Reload theirs" chosen={chosen} onChoose={choose}>
                {theirs}
              </Choice>
              <Choice name={name} side="mine" label="Keep mine" chosen={chosen} onChoose={choose}>
                {mine}
              </Choice>
            </RadioGroup>
          ))}
        </div>
      )}
    </Dialog>
  );
}

type ChoiceProps = {
  name: string;
  side: 'mine' | 'theirs';
  label: string;
  chosen: Record<string, 'mine' | 'theirs'>;
  onChoose: (chosen: Record<string, 'mine' | 'theirs'>) => void;
  children: ReactNode;
};

function Choice({ name, side, label, chosen, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col">
      <Radio
        name={`conflict-${name}`}
        label={label}
        aria-describedby={id}
        checked={chosen[name] === side}
        onChange={() => onChoose({ ...chosen, [name]: side })}
      />
      {/* These values are outside the label, because a label can contain no list. */}
      <div id={id} className="pb-1.5 pl-7 text-sm wrap-anywhere whitespace-pre-wrap text-muted-foreground">
        {children}
      </div>
    </div>
  );
}

type WordsProps = {
  /** One text, or the entries of a list. */
  words: string | readonly string[];
};

/** A value in words: a list as a list, a long text cut to its first lines. */
function Words({ words }: WordsProps) {
  if (typeof words === 'string') return <span className="line-clamp-6">{words}</span>;
  // Entries can be equal and never change their order, so each is identified by its position.
  return (
    <ul className="list-disc pl-4">
      {words
        .map((entry, place) => ({ entry, place }))
        .map(({ entry, place }) => (
          <li key={place}>{entry}</li>
        ))}
    </ul>
  );
}
