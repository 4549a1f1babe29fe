import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import type { PastedLine } from './people-display.ts';
import { WrongLines } from './WrongLines.tsx';

type AssignByAddressProps = {
  pasted: string;
  lines: readonly PastedLine[];
  onPaste: (pasted: string) => void;
  onBack: () => void;
};

/** Takes pasted addresses of people in the organisation. */
export function AssignByAddress({ pasted, lines, onPaste, onBack }: AssignByAddressProps) {
  const wrong = lines.filter(({ problem }) => problem !== null);
  return (
    <>
      <Field
        label="Email addresses"
        hint="One for each line, or rows from a spreadsheet. People who have a seat keep it."
      >
        <Textarea rows={8} spellCheck={false} value={pasted} onChange={({ target }) => onPaste(target.value)} />
      </Field>
      {wrong.length > 0 ? <WrongLines lines={wrong} /> : null}
      <div>
        <Button variant="ghost" size="small" onClick={onBack}>
          Choose by Name
        </Button>
      </div>
    </>
  );
}
