import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { Run } from './run-display.ts';

/** What the answers are about and the day they stand for; asked first, and both may be left open (ASSESS-16). */
export function ScopeFields({ run, onChange }: { run: Run; onChange: (run: Run) => void }) {
  return (
    <div className="mt-5 grid grid-cols-1 gap-4 border-t border-border pt-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
      <Field label="Scope" isOptional hint="The whole organisation, or one division">
        <TextInput
          value={run.scope}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ ...run, scope: event.target.value })}
        />
      </Field>
      <Field label="Date" isOptional hint="The day your answers stand for">
        <TextInput type="date" value={run.date} onChange={(event) => onChange({ ...run, date: event.target.value })} />
      </Field>
    </div>
  );
}
