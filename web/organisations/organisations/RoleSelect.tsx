import type { OrganisationPerson, OrganisationRole } from '#contract/organisations/organisations.ts';
import { ToolbarSelect } from '#web/ui/Select.tsx';
import { roleNames } from './people-display.ts';

type RoleSelectProps = {
  person: OrganisationPerson;
  /** The roles that the caller may give. */
  roles: readonly OrganisationRole[];
  isBusy: boolean;
  onSet: (change: { userId: number; role: OrganisationRole }) => void;
};

/** Select for the role of a person; a choice takes effect at once (ORG-05). */
export function RoleSelect({ person: { userId, name, role }, roles, isBusy, onSet }: RoleSelectProps) {
  return (
    <ToolbarSelect
      label={`Role of ${name}`}
      className="w-32"
      value={role}
      disabled={isBusy}
      onChange={({ target }) => {
        const next = roles.find((one) => one === target.value);
        if (next) onSet({ userId, role: next });
      }}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {roleNames[one]}
        </option>
      ))}
    </ToolbarSelect>
  );
}
