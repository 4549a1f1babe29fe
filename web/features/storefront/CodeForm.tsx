import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

/** Asks for the code of a certificate; works without script. */
export function CodeForm({ label, className }: { label: string; className?: string }) {
  return (
    <form action="/verify" className={className}>
      <div className="grid items-end gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
        <Field label={label}>
          <TextInput
            name="code"
            required
            placeholder="22 characters from the certificate"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" variant="outline">
          Check
        </Button>
      </div>
    </form>
  );
}

/** What a certificate does not say. */
export function CertificateLimits() {
  return (
    <p className="mt-5 text-sm text-muted-foreground">
      A certificate shows that a person completed a resource. It is not a qualification and no proof of compliance with
      any law.
    </p>
  );
}

/** The width of the pages about certificates. */
export const certificateWidth = 'mx-auto w-full max-w-176 px-4 pt-6 lg:pt-10';
