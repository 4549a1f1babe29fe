import { type ReactNode, useId, useState } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Radio, RadioGroup } from './RadioGroup.tsx';

/** A field that another administrator has changed, in words. */
export type ConflictLine = { name: string; label: string; theirs: ReactNode; mine: ReactNode; isBoth: boolean };

export type ConflictDialogProps = {
  /** What is edited, such as "user". */
  noun: string;
  lines: readonly ConflictLine[];
  /** Fills the form with the choice; nothing is saved yet. */
  onSettle: (chosen: Record<string, 'mine' | 'theirs'>) => void;
  onDismiss: () => void;
};

/**
 * Shows what another administrator has saved, and for each field the choice to reload theirs or to keep mine. The first
 * choice is theirs where only they changed the field, and mine where both did.
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
      title={`Another administrator has saved this ${noun}`}
      description="Your changes are not saved yet. Choose a value for each field, then check the form and save."
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
      {/* Beside the label, which can contain no lists; indented to line up with its words. */}
      <div id={id} className="pb-1.5 pl-7 text-sm wrap-anywhere whitespace-pre-wrap text-muted-foreground">
        {children}
      </div>
    </div>
  );
}
