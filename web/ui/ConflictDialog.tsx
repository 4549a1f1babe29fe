import { type ReactNode, useId, useState } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Radio, RadioGroup } from './RadioGroup.tsx';

/** A field that somebody else has changed meanwhile, as people read it. */
export type ConflictLine = { name: string; label: string; theirs: ReactNode; mine: ReactNode; isBoth: boolean };

export type ConflictDialogProps = {
  /** What is being edited, such as "user". */
  noun: string;
  lines: readonly ConflictLine[];
  /** Nothing is saved yet: the form is filled with the choice. */
  onSettle: (chosen: Record<string, 'mine' | 'theirs'>) => void;
  onDismiss: () => void;
};

/**
 * Two people have edited the same thing: shows the second what the first has saved and lets the person take either side
 * of each field. At first it is theirs where only they changed something, mine where both did. Heavy, as every dialog.
 */
export function ConflictDialog({ noun, lines, onSettle, onDismiss }: ConflictDialogProps) {
  const [chosen, choose] = useState<Record<string, 'mine' | 'theirs'>>(() =>
    Object.fromEntries(lines.map(({ name, isBoth }) => [name, isBoth ? 'mine' : 'theirs'])),
  );
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => isOpen || onDismiss()}
      title={`Somebody else has saved this ${noun}`}
      description="Nothing of yours has been saved yet. Choose what each field is to hold, then look at the form and save."
      footer={
        <>
          <Button variant="outline" onClick={onDismiss}>
            Back to the Form
          </Button>
          <Button onClick={() => onSettle(chosen)}>Use This Choice</Button>
        </>
      }
    >
      {lines.length === 0 ? (
        <Banner>Everything that was changed stands in your form already.</Banner>
      ) : (
        <div className="flex flex-col gap-5">
          {lines.map(({ name, label, theirs, mine, isBoth }) => (
            <RadioGroup
              key={name}
              legend={label}
              hint={isBoth ? 'You both changed this.' : 'Only the other person changed this.'}
            >
              <Choice name={name} side="theirs" label="Theirs" chosen={chosen} onChoose={choose}>
                {theirs}
              </Choice>
              <Choice name={name} side="mine" label="Mine" chosen={chosen} onChoose={choose}>
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
      {/* Beside the label, which may hold no lists; indented to stand below its words. */}
      <div id={id} className="pb-1.5 pl-7 text-sm wrap-anywhere whitespace-pre-wrap text-muted-foreground">
        {children}
      </div>
    </div>
  );
}
