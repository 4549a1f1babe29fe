import type { UseFormRegisterReturn } from 'react-hook-form';
import type { KeptWayIn } from '#contract/identity/sign-in-ways.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { useHasCompanies } from './company-sign-in-api.ts';

type KeepChoicesProps = { keep: UseFormRegisterReturn };

/** Checkboxes for the ways to sign in that a new password must not remove; none is checked at first (SET-20). */
export function KeepChoices({ keep }: KeepChoicesProps) {
  const config = usePortalConfig();
  const hasCompanies = useHasCompanies();
  const choiceOf = (way: KeptWayIn) => ({ ...keep, value: way });
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm text-muted-foreground">
        A new password ends every other way into your account but your second factor.
      </legend>
      {config.passkeys ? <Checkbox label="Keep my passkeys" {...choiceOf('passkeys')} /> : null}
      <Checkbox label="Keep my sign-in with Google" {...choiceOf('identities')} />
      <Checkbox label="Keep the devices that I use" {...choiceOf('devices')} />
      {hasCompanies ? <Checkbox label="Keep my private address" {...choiceOf('private-address')} /> : null}
    </fieldset>
  );
}
