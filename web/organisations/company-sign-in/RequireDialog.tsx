import { useState } from 'react';
import { counted } from '#contract/counted.ts';
import type { CompanyConnection, CompanySignIns } from '#contract/organisations/company-sign-in.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { useRequire } from './api.ts';
import { domainsText } from './sign-in-display.ts';

type RequireDialogProps = {
  organisation: Organisation;
  signIns: CompanySignIns;
  connection: CompanyConnection;
  onClose: () => void;
};

const most = 10;

/**
 * Requires a connection, and chooses the owners who keep another way in when the provider is down (SSO-10); of a
 * required one, only changes these owners.
 */
export function RequireDialog({ organisation, signIns: { owners }, connection, onClose }: RequireDialogProps) {
  const { name, state, affected, domains, emergencyOwners } = connection;
  const isChange = state === 'enforced';
  const opened = emergencyOwners.map(({ userId }) => userId);
  const [chosen, setChosen] = useState(opened);
  const [isRejected, setRefused] = useState(false);
  const requiring = useRequire({ id: organisation.id, connection }, isChange);
  const isSafe = owners.some(({ userId, isProtected }) => isProtected && chosen.includes(userId));
  const problem = problemOf(chosen.length, isSafe);
  useUnsaved(chosen.join() !== opened.join() && !requiring.isPending);
  return (
    <Dialog
      isOpen
      size="medium"
      isBusy={requiring.isPending}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isChange ? 'Emergency owners' : `Require ${name}?`}
      description={
        isChange
          ? 'Owners who can still sign in when the provider is down.'
          : `This concerns ${counted(affected.inDomains, 'person', 'people')} with an address in ${domainsText(domains)}.`
      }
      footer={
        <>
          <Button variant="outline" disabled={requiring.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            isBusy={requiring.isPending}
            onClick={() => {
              setRefused(problem !== undefined);
              if (problem === undefined) void requiring.mutateAsync(chosen).then(onClose, () => undefined);
            }}
          >
            {isChange ? 'Save owners' : `Require it of ${counted(affected.inDomains, 'person', 'people')}`}
          </Button>
        </>
      }
    >
      {isChange ? null : (
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm">
          <li>Passwords, mailed links, passkeys and Google are refused for them from now on.</li>
          <li>Their sessions that did not come through {name} end, and their keys and tool tokens made in them.</li>
          <li>They cannot move their accounts to addresses outside your domains.</li>
          <li>Invitations to these addresses offer {name} alone.</li>
          <li>Administrators of the portal keep password and second factor.</li>
        </ul>
      )}
      <Fieldset
        legend="Owners with an emergency way in"
        hint="They sign in with password and second factor, or a passkey, on a page of their own. All owners get an email each time."
        error={isRejected ? problem : undefined}
      >
        {owners.map(({ userId, name: owner, isProtected }) => (
          <Checkbox
            key={userId}
            label={owner}
            detail={isProtected ? 'Has a second factor or passkey' : 'Needs a second factor or passkey first'}
            disabled={!isProtected && !chosen.includes(userId)}
            checked={chosen.includes(userId)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, userId] : chosen.filter((other) => other !== userId))
            }
          />
        ))}
      </Fieldset>
    </Dialog>
  );
}

function problemOf(count: number, isSafe: boolean): string | undefined {
  if (count > most) return `Choose at most ${most} owners.`;
  return isSafe ? undefined : 'Choose at least one owner with a second factor or a passkey.';
}
