import { Download } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { keysOf } from '../catalogue/display.ts';
import { type AuditState, actionsOf } from './address-display.ts';
import { useAuditDownload } from './api.ts';
import { actionNames, objectNames } from './display.ts';

type AuditFiltersProps = { state: AuditState; onNarrow: (part: Partial<AuditState>, replace?: boolean) => void };

/** What the entries are narrowed to; all of it stands in the address. */
export function AuditFilters({ state, onNarrow }: AuditFiltersProps) {
  const exporting = useAuditDownload(state);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label="Search people"
          placeholder="Who did it, or whom it concerned"
          value={state.person}
          onSearch={(person) => onNarrow({ person }, true)}
        />
        <SearchBox
          label="Search values"
          placeholder="Text before or after the change"
          value={state.search}
          onSearch={(search) => onNarrow({ search }, true)}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-3 lg:flex">
        <Field label="Object" className="lg:w-48">
          <Select
            value={state.object}
            onChange={({ target }) =>
              onNarrow({ object: keysOf(objectNames).find((one) => one === target.value) ?? '', action: '' })
            }
          >
            <option value="">Everything</option>
            {keysOf(objectNames).map((object) => (
              <option key={object} value={object}>
                {objectNames[object]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Action" className="lg:w-48">
          <Select
            value={state.action}
            onChange={({ target }) =>
              onNarrow({ action: actionsOf(state.object).find((one) => one === target.value) ?? '' })
            }
          >
            <option value="">Any action</option>
            {actionsOf(state.object).map((action) => (
              <option key={action} value={action}>
                {actionNames[action]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="From" className="lg:w-40">
          <TextInput type="date" value={state.from} onChange={({ target }) => onNarrow({ from: target.value }, true)} />
        </Field>
        <Field label="To" className="lg:w-40">
          <TextInput type="date" value={state.to} onChange={({ target }) => onNarrow({ to: target.value }, true)} />
        </Field>
        <Button
          variant="outline"
          isBusy={exporting.isPending}
          onClick={() => exporting.mutate()}
          className="max-lg:col-span-2 lg:ml-auto"
        >
          {exporting.isPending ? null : <Download size={18} />}
          Download CSV
        </Button>
      </div>
    </div>
  );
}
