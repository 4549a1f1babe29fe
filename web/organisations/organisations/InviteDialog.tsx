import { useState } from 'react';
import { addressesIn, type ListedAddress } from '#contract/email-lists.ts';
import {
  maxInvitationMessage,
  maxInvited,
  type Organisation,
  type OrganisationRole,
} from '#contract/organisations/organisations.ts';
import { VerifyAddress } from '#web/identity/accounts/VerifyAddress.tsx';
import { sentenceOf } from '#web/platform/errors.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { useInvite } from './api.ts';
import { lineNamedBy, roleNames, rolesFor } from './people-display.ts';
import { WrongLines } from './WrongLines.tsx';

type InviteDialogProps = { organisation: Organisation; onClose: () => void };

/** Invites pasted addresses, with what is wrong with them line by line (ORG-03). */
export function InviteDialog({ organisation, onClose }: InviteDialogProps) {
  const [pasted, setPasted] = useState('');
  const [role, setRole] = useState<OrganisationRole>('learner');
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const inviting = useInvite(organisation.id, onClose);
  useUnsaved(`${pasted}${message}` !== '' && !inviting.isPending);
  const lines = addressesIn(pasted);
  const ready = lines.filter(({ problem }) => problem === null);
  const wrong = lines.filter(({ problem }) => problem !== null);
  const problem = problemOf(lines, ready);
  const rejection = inviting.error ? sentenceOf(inviting.error) : null;
  const named = rejection === null ? null : lineNamedBy(rejection, lines);
  return (
    <SubmitDialog
      isBusy={inviting.isPending}
      title="Invite people"
      description={`Paste up to ${maxInvited} addresses as your mail program lists them, one for each line, or rows from a spreadsheet. Each person gets a link that works once, for 14 days.`}
      submitLabel={ready.length > 0 ? `Invite ${ready.length === 1 ? '1 Person' : `${ready.length} People`}` : 'Invite'}
      onSubmit={() => {
        setTried(true);
        if (problem === null) inviting.mutate({ emails: ready.map(({ email }) => email), role, message });
      }}
      onClose={onClose}
    >
      <VerifyAddress need="Verify your email address before you invite people." />
      <Field label="Role">
        <Select
          value={role}
          onChange={({ target }) =>
            setRole(rolesFor(organisation.role).find((one) => one === target.value) ?? 'learner')
          }
        >
          {rolesFor(organisation.role).map((one) => (
            <option key={one} value={one}>
              {roleNames[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Email addresses" error={isTried && problem !== null ? problem : undefined}>
        <Textarea
          rows={8}
          spellCheck={false}
          value={pasted}
          onChange={({ target }) => {
            setPasted(target.value);
            if (!inviting.isPending) inviting.reset();
          }}
        />
      </Field>
      {organisation.isKnown ? (
        <Field
          label="Message"
          isOptional
          hint="Shown in the email and beside the form, with your name. Without web or email addresses."
        >
          <Textarea
            rows={3}
            maxLength={maxInvitationMessage}
            value={message}
            onChange={({ target }) => {
              setMessage(target.value);
              if (!inviting.isPending) inviting.reset();
            }}
          />
        </Field>
      ) : null}
      {wrong.length > 0 ? <WrongLines lines={wrong} /> : null}
      {rejection === null ? null : (
        <p role="alert" className="text-sm text-destructive">
          {named === null ? rejection : `Line ${named}: ${rejection}`} No invitation was sent.
        </p>
      )}
    </SubmitDialog>
  );
}

function problemOf(lines: readonly ListedAddress[], ready: readonly ListedAddress[]): string | null {
  if (lines.length === 0) return 'Enter at least one email address';
  if (ready.length < lines.length) return 'Correct or remove the lines below first.';
  return ready.length > maxInvited ? `At most ${maxInvited} people can be invited at once` : null;
}
