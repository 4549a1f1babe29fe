import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '#web/platform/toast.ts';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
};

/** A text to enter elsewhere, with a button that copies it. */
export function CopyField({ label, value, hint, error, className }: CopyFieldProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: `${label} copied`, tone: 'success' });
    } catch {
      toast({ title: 'It could not be copied', description: 'Select the text and copy it.', tone: 'destructive' });
    }
  }
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      <TextInput
        readOnly
        value={value}
        className="bg-muted font-mono text-sm!"
        onFocus={({ target }) => target.select()}
        trailing={
          <IconButton
            size="small"
            title="Copy"
            label={`Copy: ${label}`}
            icon={<Copy size={16} />}
            className="-mr-2"
            onClick={() => void copy()}
          />
        }
      />
    </Field>
  );
}
